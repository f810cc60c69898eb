/* What the machine code of the kernels asks of its surroundings. */

#include <stdint.h>
#include <stdlib.h>

#ifdef _WIN32
#define SHOWN /* where none is named, all are exported */
#define HIDDEN
#else
#define SHOWN __attribute__((visibility("default")))
#define HIDDEN __attribute__((visibility("hidden")))
#endif

/* Arrays that kernels make, and give back. Numba counts the references to them. */
typedef struct { size_t references; void *destructor, *info, *data; size_t size; } Memory;

HIDDEN Memory *NRT_MemInfo_alloc_aligned(size_t size, uint32_t align) {
    Memory *memory = malloc(sizeof(Memory) + size + align);
    if (memory == NULL) return NULL;
    uintptr_t data = (uintptr_t)(memory + 1) + align - 1;
    memory->references = 1;
    memory->data = (void *)(data - data % align);
    memory->size = size;
    return memory;
}

HIDDEN Memory *NRT_MemInfo_alloc(size_t size) { return NRT_MemInfo_alloc_aligned(size, 16); }
HIDDEN void NRT_MemInfo_call_dtor(Memory *memory) { free(memory); }
HIDDEN void *NRT_Allocate(size_t size) { return malloc(size); }
HIDDEN void NRT_Free(void *data) { free(data); }

/* The steps of an array that lies in memory row by row, as all of ours, in another shape. */
HIDDEN int numba_attempt_nocopy_reshape(intptr_t nd, const intptr_t *dims, const intptr_t *steps,
                                        intptr_t new_nd, const intptr_t *new_dims,
                                        intptr_t *new_steps, intptr_t item_size, int is_fortran) {
    (void)nd, (void)dims, (void)steps, (void)is_fortran;
    for (intptr_t axis = new_nd - 1, step = item_size; axis >= 0; step *= new_dims[axis--])
        new_steps[axis] = step;
    return 1;
}

/* What only the messages of errors need, which no kernel raises. */
HIDDEN void *PyExc_RuntimeError;
HIDDEN void PyErr_SetString(void) { abort(); }
HIDDEN void PyUnicode_FromKindAndData(void) { abort(); }
HIDDEN void PyObject_Hash(void) { abort(); }
HIDDEN void PyTuple_Pack(void) { abort(); }

/* The best level for this processor, of those that were built: BASE runs on all, NEWEST on those
   of x86-64-v3; "" if there is none. zig has no __builtin_cpu_supports that works. */
#ifndef BASE
#define BASE ""
#endif
#ifdef NEWEST
#include <cpuid.h>
static int is_newest(void) {
    unsigned a, b, c, d, saved;
    /* fma, movbe, osxsave, avx, f16c */
    const unsigned first = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & first) != first) return 0;
    __asm__("xgetbv" : "=a"(saved), "=d"(d) : "c"(0)); /* by the system: xmm and ymm */
    const unsigned seventh = 1u << 3 | 1u << 5 | 1u << 8; /* bmi, avx2, bmi2 */
    if ((saved & 6) != 6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
    if ((b & seventh) != seventh || !__get_cpuid(0x80000001, &a, &b, &c, &d)) return 0;
    return c >> 5 & 1; /* lzcnt */
}
#endif
SHOWN const char *penta_level(void) {
#ifdef NEWEST
    if (is_newest()) return NEWEST;
#endif
    return BASE;
}

/* The fingerprint of the sources, and the names of their modules. */
SHOWN const char penta_sources[] = SOURCES;
