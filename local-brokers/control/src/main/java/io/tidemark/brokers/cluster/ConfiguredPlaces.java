package io.tidemark.brokers.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Places that environment variables and system properties configure; an empty value is none. */
public record ConfiguredPlaces(
    Function<String, String> variables, Function<String, String> properties) {

  public static ConfiguredPlaces ofProcess() {
    return new ConfiguredPlaces(System::getenv, System::getProperty);
  }

  Optional<Path> path(String variable) {
    return Optional.ofNullable(variables.apply(variable))
        .filter(value -> !value.isBlank())
        .map(Path::of);
  }

  boolean isFalse(String variable) {
    return "false".equals(variables.apply(variable));
  }

  /** The folder a property names, else that one of the installation. */
  public Optional<Path> libs(String libsProperty, String folder) {
    return property(libsProperty)
        .or(
            () ->
                property("tidemark.home")
                    .or(() -> path("TIDEMARK_HOME"))
                    .map(home -> home.resolve(folder)));
  }

  /**
   * {@code $variable/tidemark}, {@code ~/folder/tidemark}, or for a user without a home a folder of
   * the temporary one.
   */
  Path userFolder(String variable, String folder, String fallback) {
    Optional<Path> home =
        property("user.home").filter(path -> path.isAbsolute() && Files.isWritable(path));
    return path(variable)
        .or(() -> home.map(path -> path.resolve(folder)))
        .map(base -> base.resolve("tidemark"))
        .orElseGet(
            () ->
                Path.of(
                    properties.apply("java.io.tmpdir"),
                    "tidemark-" + properties.apply("user.name").replaceAll("\\W", ""),
                    fallback));
  }

  private Optional<Path> property(String name) {
    return Optional.ofNullable(properties.apply(name))
        .filter(value -> !value.isBlank())
        .map(Path::of);
  }
}
