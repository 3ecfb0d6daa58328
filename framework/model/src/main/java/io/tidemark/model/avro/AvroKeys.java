package io.tidemark.model.avro;

import io.tidemark.driver.settings.Key;
import io.tidemark.model.grammar.WrittenRecord;
import io.tidemark.model.load.BodySchema;
import java.util.Optional;

/** The keys of bodies in Avro's binary encoding, as Confluent's clients send them. */
public record AvroKeys(
    @Key("File with the schema as JSON. Must be there.") String schema,
    @Key(
            value =
                "Number of the schema in a registry. Each body then begins with a zero byte and the"
                    + " number in 4 bytes, big-endian. Without this key and `payload.avro.registry`"
                    + " bodies have no such frame.",
            range = "0..2147483647")
        Optional<Integer> id,
    @Key(
            value =
                "Schema registry with Confluent's HTTP API. Before the load the schema is"
                    + " registered there, and bodies get its number.",
            shorthand = "url")
        Optional<Registry> registry) {

  /** The registry that numbers the schema. */
  public record Registry(
      @Key("Address: `http://` or `https://` host:port. Must be there.") String url,
      @Key("Subject. Default: the name of the schema with its namespace.") Optional<String> subject,
      @Key("User for basic authentication.") Optional<String> username,
      @Key("Password for basic authentication. Never part of a result.")
          Optional<Password> password) {}

  /** Whether bodies begin with a number. */
  public boolean isFramed() {
    return id.isPresent() || registry.isPresent();
  }

  /**
   * The schema of the bodies.
   *
   * @param fullName of the schema
   */
  public BodySchema of(String json, String fullName) {
    return new BodySchema(
        json,
        isFramed(),
        registry.map(
            where ->
                new BodySchema.Registry(
                    where.url().replaceAll("/+$", ""),
                    where
                        .username()
                        .map(user -> user + ":" + where.password().map(Password::text).orElse("")),
                    where.subject().orElse(fullName))));
  }

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
}
