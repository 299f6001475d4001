#pragma once

/// Put before a function: on x86-64, it is also compiled for wider instructions, and the loader
/// chooses what the processor supports when the program starts. Not with ThreadSanitizer, whose run
/// time is not ready at that point.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define PANARC_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define PANARC_CLONES
#endif
