#include "evaluate/punctuation.h"

#include <unicode/uchar.h>

#include "io/utf8.h"

namespace panarc {

bool is_punctuation(std::string_view form) {
  if (form.empty()) return false;
  while (!form.empty()) {
    if (u_ispunct(static_cast<UChar32>(take_character(form))) == 0) return false;
  }
  return true;
}

}  // namespace panarc
