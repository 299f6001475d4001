#pragma once

/// Before a function: on x86-64 it is compiled for the widest instructions too, and the loader
/// chooses what the processor has when the program starts. ThreadSanitizer's run time is not there
/// yet at that time.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define PANARC_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define PANARC_CLONES
#endif
