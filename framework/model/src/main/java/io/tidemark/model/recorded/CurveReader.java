package io.tidemark.model.recorded;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.BurstKeys;
import io.tidemark.model.load.CurveKeys;
import io.tidemark.model.load.CurveKeys.CurvePoint;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The section {@code rateCurve}, with the file that it names. */
public record CurveReader(Fields fields, FileFinder files) {
  private static final String CURVE = "rateCurve";
  private static final String FILE = "file";
  private static final String POINTS = "points";

  /** Empty if there is none, or something is wrong, which is then among the problems. */
  public Optional<CurveKeys> read() {
    if (!fields.has(CURVE) || fields.haveErrors()) {
      return Optional.empty();
    }
    Fields section = fields.section(CURVE);
    CurveKeys keys = section.read(CurveKeys.class);
    if (section.has(FILE) == section.has(POINTS)) {
      section.error("needs a file or points; allowed is one of the two");
      return Optional.empty();
    }
    Optional<List<CurvePoint>> points =
        section.has(FILE) ? ofFile(section, keys.file()) : Optional.of(keys.points());
    return points.flatMap(given -> complete(section, keys, given));
  }

  private Optional<List<CurvePoint>> ofFile(Fields section, String name) {
    Optional<Path> path = files.find(section.path(FILE), name, section.mark(FILE));
    if (path.isEmpty()) {
      return Optional.empty();
    }
    try {
      SourceFile file = new SourceFile(path.get().toString(), InputFiles.text(path.get()));
      return CurveFile.read(file, section.problems());
    } catch (IOException e) {
      section.error(FILE, "cannot read the file: " + e.getMessage() + ", got " + name);
      return Optional.empty();
    }
  }

  private Optional<CurveKeys> complete(Fields section, CurveKeys keys, List<CurvePoint> points) {
    CurveKeys complete = keys.with().file("").points(points).build();
    Optional<String> problem = problem(complete);
    problem.ifPresent(message -> section.error(message));
    return problem.isPresent() ? Optional.empty() : Optional.of(complete);
  }

  private static Optional<String> problem(CurveKeys curve) {
    List<CurvePoint> points = curve.points();
    if (points.isEmpty()) {
      return Optional.of("has no points; allowed one and more");
    }
    if (points.size() > CurveKeys.MOST_POINTS) {
      return Optional.of("too many points; allowed " + CurveKeys.MOST_POINTS);
    }
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).at().compareTo(points.get(i - 1).at()) < 0) {
        return Optional.of(
            "points must be in order of time, got %s after %s"
                .formatted(
                    Quantities.text(points.get(i).at()), Quantities.text(points.get(i - 1).at())));
      }
    }
    double most =
        curve.curve().points().stream().mapToDouble(point -> point.value()).max().orElse(0);
    if (!(most > 0 && most <= 1e9)) {
      return Optional.of(
          "the highest rate must be above 0 and at most 1e9 per second, got " + most);
    }
    return Optional.empty();
  }

  /** A run with many short bursts would be long in requests to workers. */
  public static void checkBursts(
      Fields fields, Optional<BurstKeys> bursts, Optional<Duration> length) {
    double expected =
        bursts
            .filter(
                keys -> !keys.on().isZero() && !keys.off().isZero()) // One is missing: an error.
            .flatMap(keys -> length.map(keys::expected))
            .orElse(0.0);
    if (expected > BurstKeys.MOST_BURSTS) {
      fields.error(
          "bursts",
          String.format(
              Locale.ROOT,
              "are too short for the length of the run, got about %.0f of them; allowed %d",
              expected,
              BurstKeys.MOST_BURSTS));
    }
  }

  /** Whether the curve ends before the measured time does. */
  public static void warnIfShorter(Fields fields, CurveKeys curve, Optional<Duration> measured) {
    measured
        .filter(length -> length.compareTo(curve.length()) > 0)
        .ifPresent(
            length ->
                fields.warn(
                    CURVE,
                    "ends after %s of %s; its last rate holds for the rest"
                        .formatted(Quantities.text(curve.length()), Quantities.text(length))));
  }
}
