/// What the programs with textures share: making objects, and an image in an array.
#pragma once

#include <cstring>
#include <vector>

#include "program.hpp"

inline cudaTextureDesc texture_settings(cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                                        bool normalised_coordinates,
                                        cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc settings;
  std::memset(&settings, 0, sizeof settings);
  settings.addressMode[0] = settings.addressMode[1] = settings.addressMode[2] = mode;
  settings.filterMode = filter;
  settings.readMode = read;
  settings.normalizedCoords = normalised_coordinates;
  return settings;
}

inline cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

template <typename T>
cudaResourceDesc linear_resource(const T* data, std::size_t count) {
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<T*>(data);
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = count * sizeof(T);
  return resource;
}

template <typename T>
cudaResourceDesc pitched_resource(const T* data, std::size_t width, std::size_t height,
                                  std::size_t pitch) {
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = const_cast<T*>(data);
  resource.res.pitch2D.desc = cudaCreateChannelDesc<T>();
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  return resource;
}

/// A texture object that is destroyed with its scope.
class Texture {
 public:
  Texture(const cudaResourceDesc& resource, const cudaTextureDesc& settings) {
    KIT_CHECK(cudaCreateTextureObject(&object_, &resource, &settings, nullptr));
  }
  ~Texture() { cudaDestroyTextureObject(object_); }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  cudaTextureObject_t get() const { return object_; }

 private:
  cudaTextureObject_t object_ = 0;
};

/// An array of elements of type T that holds these values; of one dimension if `height` is 0.
template <typename T>
class ArrayOf {
 public:
  ArrayOf(std::size_t width, std::size_t height, unsigned flags = cudaArrayDefault)
      : width_(width), rows_(height == 0 ? 1 : height) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    KIT_CHECK(cudaMallocArray(&array_, &format, width, height, flags));
  }
  ArrayOf(const std::vector<T>& values, std::size_t width, std::size_t height,
          unsigned flags = cudaArrayDefault)
      : ArrayOf(width, height, flags) {
    KIT_CHECK(cudaMemcpy2DToArray(array_, 0, 0, values.data(), width * sizeof(T), width * sizeof(T),
                                  rows_, cudaMemcpyHostToDevice));
  }
  ~ArrayOf() { cudaFreeArray(array_); }
  ArrayOf(const ArrayOf&) = delete;
  ArrayOf& operator=(const ArrayOf&) = delete;
  cudaArray_t get() const { return array_; }
  cudaResourceDesc resource() const { return resource_of(array_); }
  std::vector<T> download() const {
    std::vector<T> values(width_ * rows_);
    KIT_CHECK(cudaMemcpy2DFromArray(values.data(), width_ * sizeof(T), array_, 0, 0,
                                    width_ * sizeof(T), rows_, cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  cudaArray_t array_ = nullptr;
  std::size_t width_, rows_;
};

/// Numbers that look like noise and are the same everywhere.
class Noise {
 public:
  unsigned next() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ >> 8;
  }
  /// From `low` to `high`, in steps that a float of that size can tell apart.
  float between(float low, float high) {
    return low + (high - low) * (float(next() & 0xffffff) / 16777216.0f);
  }

 private:
  unsigned state_ = 1;
};
