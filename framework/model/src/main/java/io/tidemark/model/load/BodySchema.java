package io.tidemark.model.load;

import java.util.Optional;

/**
 * The Avro schema of the bodies.
 *
 * @param json the schema
 * @param framed whether bodies begin with its number
 * @param registry that numbers it
 */
public record BodySchema(String json, boolean framed, Optional<Registry> registry) {

  /**
   * Where the schema must be registered before the load.
   *
   * @param url of the registry
   * @param credentials for basic authentication, as {@code user:password}
   * @param subject under which it is registered
   */
  public record Registry(String url, Optional<String> credentials, String subject) {

    /** Prints the registry without the credentials. */
    @Override
    public String toString() {
      return "Registry[" + subject + " at " + url + "]";
    }
  }
}
