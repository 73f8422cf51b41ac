// both.h: for code that is compiled for the processor and, as it stands, for a graphics card.
#ifndef MW_BOTH_H
#define MW_BOTH_H

#ifdef __CUDACC__
#define MW_BOTH static __host__ __device__ __forceinline__
#else
#define MW_BOTH static inline __attribute__((always_inline))
#endif

#endif
