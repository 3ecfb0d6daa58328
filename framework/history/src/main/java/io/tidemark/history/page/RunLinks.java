package io.tidemark.history.page;

import io.tidemark.history.HistoryRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a page links to for a run: its label {@code report}, if that is an address of the web or a
 * file below the folder of the page, or its results, if they are on this machine.
 *
 * @param folder of the page
 */
public record RunLinks(Path folder) {
  public Optional<String> of(HistoryRun run) {
    Optional<String> label =
        run.attribute(HistoryRun.REPORT)
            .filter(text -> text.matches("https?://[^\\s\"'<>]+") || isFileBelow(text));
    return label.isPresent() ? label : local(run.source());
  }

  private boolean isFileBelow(String text) {
    return text.matches("[\\w-][\\w.-]*(/[\\w-][\\w.-]*)*")
        && Files.isRegularFile(folder.resolve(text));
  }

  private Optional<String> local(String source) {
    Path results = Path.of(source).toAbsolutePath().normalize();
    if (source.isEmpty() || !Files.exists(results)) {
      return Optional.empty();
    }
    Path from = folder.toAbsolutePath().normalize();
    String path = from.relativize(results).toString().replace('\\', '/');
    return Optional.of(
        path.replace("%", "%25").replace(" ", "%20").replace("#", "%23").replace("?", "%3F"));
  }
}
