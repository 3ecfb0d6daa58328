package io.tidemark.cli;

import io.tidemark.http.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The secret that coordinator and workers share. */
final class TokenOptions {
  static final String VARIABLE = "TIDEMARK_WORKER_TOKEN";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File with the token that coordinator and workers share (or the variable "
              + VARIABLE
              + "). At least 16 characters.")
  private Optional<Path> tokenFile = Optional.empty();

  Optional<Token> token() {
    try {
      return text().map(Token::new);
    } catch (IllegalArgumentException e) {
      String where = tokenFile.map(Path::toString).orElse(VARIABLE);
      throw new UsageException(where + ": " + e.getMessage());
    }
  }

  private Optional<String> text() {
    if (tokenFile.isEmpty()) {
      return Optional.ofNullable(System.getenv(VARIABLE)).filter(value -> !value.isBlank());
    }
    try {
      return Optional.of(Files.readString(tokenFile.get()));
    } catch (IOException e) {
      throw new UsageException("the token file " + tokenFile.get() + " cannot be read");
    }
  }
}
