package io.tidemark.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** An unpacked archive with two drivers more, which make trouble when their files say so. */
public final class TroubleInstallation {
  private final Path root;

  private TroubleInstallation(Path root) {
    this.root = root;
  }

  public static TroubleInstallation create(Path root) throws IOException {
    Path built = TidemarkProcess.ROOT.resolve("build/distribution/target/tidemark");
    Files.createDirectories(root.resolve("bin"));
    try (Stream<Path> commands = Files.list(TidemarkProcess.ROOT.resolve("bin"))) {
      for (Path command : commands.toList()) {
        Files.copy(command, root.resolve("bin").resolve(command.getFileName()));
      }
    }
    Files.createSymbolicLink(root.resolve("lib"), built.resolve("lib"));
    DriverJar.install(root, "trouble", "TroubleDriver.java");
    DriverJar.install(root, "misbehaving", "MisbehavingDriver.java", "WhenLoaded.java");
    return new TroubleInstallation(root);
  }

  public Path root() {
    return root;
  }

  /** A driver file with what is given. */
  Path driver(Path folder, String more) throws IOException {
    return Files.writeString(
        Files.createDirectories(folder).resolve("trouble.yaml"),
        "name: trouble\ndriverClass: trouble.TroubleDriver\n" + more);
  }
}
