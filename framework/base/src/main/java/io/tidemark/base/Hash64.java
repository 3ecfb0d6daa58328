package io.tidemark.base;

import java.nio.ByteBuffer;

/** Hashes of 64 bits that are the same on all machines and in all versions. */
public final class Hash64 {
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;
  private static final long GAMMA = 0x9E3779B97F4A7C15L;
  private static final double DOUBLE_UNIT = 0x1.0p-53;

  private Hash64() {}

  /** FNV-1a of the characters. */
  public static long fnv1a(String text) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** FNV-1a of the bytes between position and limit. */
  public static long fnv1a(ByteBuffer bytes) {
    long hash = FNV_OFFSET;
    for (int i = bytes.position(); i < bytes.limit(); i++) {
      hash = (hash ^ (bytes.get(i) & 0xFF)) * FNV_PRIME;
    }
    return hash;
  }

  /** The finalizer of SplitMix64: each bit of the value changes about half of the result's. */
  public static long mix(long value) {
    long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }

  /** A number for each message of a run, uniform in [0, 1). */
  public static double uniform(long seed, int producer, long sequence) {
    long stream = mix(seed) ^ mix(producer * GAMMA + 1);
    return (mix(stream + (sequence + 1) * GAMMA) >>> 11) * DOUBLE_UNIT;
  }
}
