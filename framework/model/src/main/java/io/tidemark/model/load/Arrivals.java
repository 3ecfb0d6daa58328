package io.tidemark.model.load;

/** How an open-loop schedule spreads messages in time. */
public enum Arrivals {
  /** Equal distances. */
  UNIFORM,
  /** Independent, exponentially distributed distances (seeded). */
  POISSON,
  /** Independent distances with a gamma distribution (seeded): more or less even than poisson. */
  GAMMA
}
