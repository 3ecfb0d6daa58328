package io.tidemark.driver.requests;

import java.util.Objects;

/**
 * A responder.
 *
 * @param index among all of the run, from 0; unique over workers
 * @param pair its destinations
 */
public record ResponderSpec(int index, RequestReplyPair pair) {
  public ResponderSpec {
    Objects.requireNonNull(pair);
  }
}
