package io.tidemark.cli.options;

import io.tidemark.base.UsageException;
import io.tidemark.worker.host.CoreAffinity;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** {@code --pin}: cores for the load threads of this process. */
public final class PinOption {
  private static final Pattern PART = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

  @Option(
      names = "--pin",
      paramLabel = "CORES",
      description =
          "Runs the load threads of this process on these cores (1 or 2,3 or 2-5), one on each;"
              + " they wait by spinning. Linux only. Default: the kernel chooses.")
  private Optional<String> cores = Optional.empty();

  /** None without the option. */
  public List<Integer> cores() {
    return cores.map(PinOption::parsed).orElse(List.of());
  }

  private static List<Integer> parsed(String text) {
    TreeSet<Integer> wanted = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      Matcher range = PART.matcher(part.trim());
      if (!range.matches()) {
        throw new UsageException("--pin: got " + text + "; allowed cores such as 1 or 2,3 or 2-5");
      }
      int first = Integer.parseInt(range.group(1));
      int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
      for (int core = first; core <= last; core++) {
        wanted.add(core);
      }
    }
    requireAvailable(wanted);
    return List.copyOf(wanted);
  }

  private static void requireAvailable(TreeSet<Integer> wanted) {
    List<Integer> available;
    try {
      available = CoreAffinity.ofThisThread();
    } catch (IOException e) {
      throw new UsageException("--pin: " + e.getMessage());
    }
    if (wanted.isEmpty() || !available.containsAll(wanted)) {
      throw new UsageException(
          "--pin: got %s; allowed cores of this process: %s"
              .formatted(listed(wanted), listed(available)));
    }
  }

  private static String listed(Collection<Integer> cores) {
    return cores.isEmpty()
        ? "none"
        : cores.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
