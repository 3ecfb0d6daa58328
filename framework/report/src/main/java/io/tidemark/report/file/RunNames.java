package io.tidemark.report.file;

import io.tidemark.model.result.RunIdentity;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Names of result files, all after the moment at which the run began, in the local time zone. */
public final class RunNames {
  private static final DateTimeFormatter DIRECTORY_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
  private static final DateTimeFormatter OMB_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd-HH-mm-ss", Locale.ROOT);

  private static final String DIRECTORY_NAME =
      "^(\\d{4})(\\d\\d)(\\d\\d)-(\\d\\d)(\\d\\d)(\\d\\d)-.*";

  private RunNames() {}

  /** {@code <yyyyMMdd-HHmmss>-<workload>-<driver>[-i<k>]}. */
  public static String directory(RunIdentity run, ZoneId zone) {
    return time(run, zone, DIRECTORY_TIME)
        + '-'
        + sanitised(run.workloadFileBase())
        + '-'
        + sanitised(run.driverName())
        + (run.iterations() > 1 ? "-i" + run.iteration() : "");
  }

  /** {@code <workload>-<driver>-<yyyy-MM-dd-HH-mm-ss>}, OMB's name without {@code .json}. */
  public static String omb(RunIdentity run, ZoneId zone) {
    return sanitised(run.workloadFileBase())
        + '-'
        + sanitised(run.driverName())
        + '-'
        + time(run, zone, OMB_TIME);
  }

  /**
   * Whether a directory and a file in OMB's format have the time of the same run in their names.
   */
  public static boolean isOfOneRun(Path directory, Path omb) {
    String name = directory.getFileName().toString();
    String time = name.replaceFirst(DIRECTORY_NAME, "-$1-$2-$3-$4-$5-$6");
    return !time.equals(name) && omb.getFileName().toString().contains(time);
  }

  /** Whether a name is that of a run's directory. */
  public static boolean isDirectory(Path directory) {
    return String.valueOf(directory.getFileName()).matches(DIRECTORY_NAME);
  }

  private static String time(RunIdentity run, ZoneId zone, DateTimeFormatter format) {
    return format.format(Instant.ofEpochMilli(run.startedEpochMillis()).atZone(zone));
  }

  /** Names come from users' files: no separators, blanks, hidden files or endless names. */
  public static String sanitised(String name) {
    String clean = name.replaceAll("[^\\p{L}\\p{N}._-]+", "_").replaceFirst("^\\.+", "_");
    if (clean.isEmpty()) {
      return "unnamed";
    }
    return clean.length() > 80 ? clean.substring(0, 80) : clean;
  }
}
