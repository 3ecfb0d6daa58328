package io.tidemark.cli.options;

import io.tidemark.runs.Console;
import io.tidemark.runs.RunWatcher;
import java.util.List;
import java.util.Optional;

/** Further options of commands that carry out runs: an object with picocli's annotations. */
public interface WatchOption {
  /** Follows the runs of the command, if it is asked for; the command closes it. */
  default Optional<RunWatcher> open(Console console) {
    return Optional.empty();
  }

  /** Values of keys of workloads, as those of {@code --set}. */
  default List<String> set() {
    return List.of();
  }
}
