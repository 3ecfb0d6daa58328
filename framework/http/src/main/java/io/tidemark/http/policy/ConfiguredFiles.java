package io.tidemark.http.policy;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds settings that make a driver read files. */
record ConfiguredFiles(List<Path> allowedFolders) {
  /** Ends of keys under which the known clients expect files, in lower case. */
  private static final List<String> FILE_KEYS =
      List.of(
          "location",
          "file",
          "path",
          "folder",
          "directory",
          "keystore",
          "truststore",
          "cacertificate");

  private static final Pattern LOOKS_LIKE_FILE =
      Pattern.compile("(?s)(?i)(/|~|\\.\\.?/|file:|.*/\\.\\./).*");
  private static final Pattern SCHEME_IN_VALUE = Pattern.compile("(?i)\\bfile:");

  Optional<String> problem(ConfiguredValue value) {
    String text = value.text().strip();
    String key = value.key().toLowerCase(Locale.ROOT);
    boolean named =
        FILE_KEYS.stream().anyMatch(key::endsWith) || key.equals("ca") || key.endsWith(".ca");
    boolean looks = LOOKS_LIKE_FILE.matcher(text).matches() || SCHEME_IN_VALUE.matcher(text).find();
    // A lone slash is AMQP's default virtual host.
    if (text.isEmpty()
        || text.equals("/")
        || key.endsWith("password")
        || !named && !looks
        || isAllowed(text)) {
      return Optional.empty();
    }
    return Optional.of(
        value.path()
            + " names a file; give its content instead, or start the worker with --allow-driver-files FOLDER");
  }

  /** Also against links that lead out of the folder. */
  private boolean isAllowed(String text) {
    try {
      Path file = Path.of(text.replaceFirst("(?i)^file:(//)?", "")).toAbsolutePath().normalize();
      Path real = file.toFile().exists() ? file.toRealPath() : file;
      for (Path folder : allowedFolders) {
        Path realFolder = folder.toFile().exists() ? folder.toRealPath() : folder;
        if (file.startsWith(folder) && real.startsWith(realFolder)) {
          return true;
        }
      }
      return false;
    } catch (InvalidPathException | IOException e) {
      return false;
    }
  }
}
