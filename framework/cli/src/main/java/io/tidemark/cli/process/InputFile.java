package io.tidemark.cli.process;

import io.tidemark.model.yaml.Printable;
import io.tidemark.runs.Installation;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine.ITypeConverter;

/**
 * A file that a command reads. A relative name that does not exist in the working directory stands
 * for the file of the installation, so that {@code workloads/quickstart.yaml} is found from
 * everywhere.
 */
public final class InputFile implements ITypeConverter<Path> {
  /** picocli converts an argument more than once. */
  private static final Set<Path> ANNOUNCED = ConcurrentHashMap.newKeySet();

  @Override
  public Path convert(String text) {
    Path given = ProgramCommand.path(text);
    return Installation.file(given).map(found -> announce(given, found)).orElse(given);
  }

  private static Path announce(Path given, Path found) {
    if (ANNOUNCED.add(given)) {
      System.err.println(Printable.text(given + " does not exist here; using " + found));
    }
    return found;
  }
}
