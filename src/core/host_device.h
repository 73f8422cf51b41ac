// host_device.h: functions that are compiled for the processor and, unchanged, for a graphics card.
#ifndef MW_CORE_HOST_DEVICE_H
#define MW_CORE_HOST_DEVICE_H

#ifdef __CUDACC__
#define MW_HOST_DEVICE static __host__ __device__ __forceinline__
#else
#define MW_HOST_DEVICE static inline __attribute__((always_inline))
#endif

#endif
