package io.tidemark.cli.options;

import io.tidemark.base.UsageException;
import io.tidemark.http.protocol.Token;
import io.tidemark.runs.Console;
import io.tidemark.runs.GivenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The secret that coordinator and workers share. */
public final class TokenOptions {
  static final String VARIABLE = "TIDEMARK_WORKER_TOKEN";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File with the token that coordinator and workers share (or the variable "
              + VARIABLE
              + "). At least 16 characters.")
  private Optional<Path> tokenFile = Optional.empty();

  /**
   * @param console receives a warning if others can read the file
   */
  public Optional<Token> token(Console console) {
    tokenFile.filter(TokenOptions::othersCanRead).ifPresent(file -> warn(console, file));
    try {
      return text().map(Token::new);
    } catch (IllegalArgumentException e) {
      String where = tokenFile.map(Path::toString).orElse(VARIABLE);
      throw new UsageException(where + ": " + e.getMessage());
    }
  }

  private static void warn(Console console, Path file) {
    console.error(
        "WARNING the token file "
            + file
            + " can be read by every user of this machine: chmod 600 "
            + file);
  }

  private static boolean othersCanRead(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // Whether it can be read at all is seen next.
    }
  }

  private Optional<String> text() {
    if (tokenFile.isEmpty()) {
      return Optional.ofNullable(System.getenv(VARIABLE)).filter(value -> !value.isBlank());
    }
    return Optional.of(GivenFile.text("the token file ", tokenFile.get()));
  }
}
