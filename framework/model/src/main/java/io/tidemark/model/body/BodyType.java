package io.tidemark.model.body;

/** What bodies must be. */
public enum BodyType {
  ANY,
  /** One JSON value each. */
  JSON
}
