package io.tidemark.model.avro;

import io.tidemark.model.grammar.WrittenRecord;
import java.util.Optional;

/** A password in a workload file, which results do not have. */
public record Password(String text) implements WrittenRecord.Written {

  /** Reads a password as a file has it. */
  public static Optional<Password> parse(String text) {
    return Optional.of(new Password(text));
  }

  @Override
  public Object written() {
    return "***";
  }

  @Override
  public String toString() {
    return "***";
  }
}
