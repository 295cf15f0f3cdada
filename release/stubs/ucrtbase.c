/* The C library's functions of complex numbers, which Wine has as names alone: numpy dies of the first that it calls.

   All else of the library is handed on to Wine's own, which lies beside this one as ucrtwine.dll: release/wine.py
   writes that list. Microsoft's complex numbers are structures of two, and its long double is a double. */
#include <complex.h>

typedef struct { double re, im; } Double;
typedef struct { float re, im; } Float;

#define WIDE(z) ((z).re + (z).im * I)
#define NARROW(z) ((float complex)WIDE(z))
#define PAIR(type, z) (type){__real__(z), __imag__(z)}

#define REAL(name) \
    double our_##name(Double z) { return name(WIDE(z)); } \
    double our_##name##l(Double z) { return name(WIDE(z)); } \
    float our_##name##f(Float z) { return name##f(NARROW(z)); }
#define COMPLEX(name) \
    Double our_##name(Double z) { double complex w = name(WIDE(z)); return PAIR(Double, w); } \
    Double our_##name##l(Double z) { return our_##name(z); } \
    Float our_##name##f(Float z) { float complex w = name##f(NARROW(z)); return PAIR(Float, w); }

REAL(cabs) REAL(carg) REAL(cimag) REAL(creal)
COMPLEX(ccos) COMPLEX(ccosh) COMPLEX(cexp) COMPLEX(csin) COMPLEX(csinh) COMPLEX(ctan) COMPLEX(ctanh)

Double our_cpow(Double y, Double z) { double complex w = cpow(WIDE(y), WIDE(z)); return PAIR(Double, w); }
Double our_cpowl(Double y, Double z) { return our_cpow(y, z); }
Float our_cpowf(Float y, Float z) { float complex w = cpowf(NARROW(y), NARROW(z)); return PAIR(Float, w); }
