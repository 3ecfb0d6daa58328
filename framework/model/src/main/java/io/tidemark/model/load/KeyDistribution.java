package io.tidemark.model.load;

/** How messages get their keys. The first three are OMB's. */
public enum KeyDistribution {
  NO_KEY,
  /** 10,000 keys in turn. */
  KEY_ROUND_ROBIN,
  /** One of 10,000 keys, uniformly at random (seeded). OMB draws it from the clock. */
  RANDOM_NANO,
  /** One of 10,000 keys by Zipf's law with exponent 1 (seeded). */
  KEY_ZIPF
}
