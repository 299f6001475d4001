#pragma once

/// Everything that the library has.

#include "panarc/analysis.h"
#include "panarc/choices.h"
#include "panarc/constraint.h"
#include "panarc/derivation.h"
#include "panarc/draw.h"
#include "panarc/error.h"
#include "panarc/evaluate.h"
#include "panarc/experiment.h"
#include "panarc/io.h"
#include "panarc/json.h"
#include "panarc/options.h"
#include "panarc/oracle.h"
#include "panarc/parser.h"
#include "panarc/pipeline.h"
#include "panarc/scheme.h"
#include "panarc/tagger.h"
#include "panarc/text.h"
#include "panarc/train.h"
#include "panarc/treebank.h"
#include "panarc/validate.h"
