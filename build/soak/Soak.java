import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Random short runs with random faults until the time is over, or enough faults were in effect; see {@code bin/soak}. */
final class Soak {
  private static final Duration RUN_DEADLINE = Duration.ofMinutes(6);
  private final Path root;
  private final Path folder;
  private final long seed;
  private final Map<String, Integer> statuses = new TreeMap<>();
  private int disagreed;

  private Soak(Path root, Path folder, long seed) {
    this.root = root;
    this.folder = folder;
    this.seed = seed;
  }

  /**
   * @param arguments the checkout, minutes, seed, the number of the only run or -1; and for a series the wanted
   *     faults and its folder
   */
  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]);
    long begun = System.nanoTime();
    long mostNanos = TimeUnit.MINUTES.toNanos(Long.parseLong(arguments[1]));
    long seed = Long.parseLong(arguments[2]);
    BooleanSupplier inTime = () -> System.nanoTime() - begun < mostNanos;
    try {
      if (arguments.length > 4) {
        int wanted = Integer.parseInt(arguments[4]);
        System.exit(series(root, Path.of(arguments[5]), seed, wanted, inTime));
      }
      Soak soak = new Soak(root, Files.createTempDirectory("tidemark-soak-"), seed);
      int only = Integer.parseInt(arguments[3]);
      int run = Math.max(0, only);
      do {
        soak.run(SoakPlan.of(seed, run));
        run++;
      } while (only < 0 && inTime.getAsBoolean());
      System.exit(soak.report());
    } catch (InterruptedException e) {
      System.out.println("stopped"); // The signal has set the exit code.
    }
  }

  /** Continues a series until it is complete or the time is over. */
  private static int series(
      Path root, Path folder, long seed, int wantedFaults, BooleanSupplier inTime)
      throws IOException, InterruptedException {
    try (SoakSeries series = new SoakSeries(folder, seed, wantedFaults)) {
      Soak soak = new Soak(root, folder, seed);
      while (!series.isComplete() && !series.isHopeless() && inTime.getAsBoolean()) {
        series.add(soak.run(series.next()));
        System.out.printf("    %d of %d faults%n", series.faultsInEffect(), wantedFaults);
      }
      soak.report();
      System.out.printf(
          "%s%nPage: %s%n",
          series.isComplete()
              ? "the series is complete"
              : series.isHopeless()
                  ? "the last runs had no result: mend the cause, and remove their lines from runs.jsonl"
                  : "the same command continues the series",
          series.page());
      return series.allAgree() && !series.isHopeless() ? 0 : 1;
    } catch (IllegalArgumentException e) {
      System.err.println("bin/soak: " + e.getMessage());
      return 2;
    }
  }

  private int report() {
    System.out.printf(
        "%d runs: %s; %d disagreed with their plan%n",
        statuses.values().stream().mapToInt(Integer::intValue).sum(), statuses, disagreed);
    return disagreed == 0 ? 0 : 1;
  }

  private SoakRun run(SoakPlan plan) throws IOException, InterruptedException {
    Path place = folder.resolve("run-" + plan.number());
    Benchmark benchmark = new Benchmark(root, place);
    benchmark.endEarlier();
    delete(place);
    Files.createDirectories(place);
    Files.writeString(place.resolve("workload.yaml"), plan.workload());
    Files.writeString(place.resolve("driver.yaml"), plan.system().driverFile(root));
    List<String> disagreements = new ArrayList<>();
    String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    long start = System.nanoTime();
    Path printed = place.resolve("output.txt");
    Optional<Integer> exitCode =
        benchmark.run(
            RUN_DEADLINE,
            Redirect.to(printed.toFile()),
            List.of("-d", "driver.yaml", "workload.yaml"));
    Optional<JsonNode> result =
        exitCode.isEmpty() ? Optional.empty() : benchmark.result("workload");
    if (exitCode.isEmpty()) {
      disagreements.add("did not end within " + RUN_DEADLINE.toMinutes() + " minutes");
    } else if (result.isEmpty()) {
      disagreements.add("exit code " + exitCode.get() + " without a result");
    } else {
      String output = Files.readString(printed);
      disagreements.addAll(SoakJudge.disagreements(plan, exitCode.get(), output, result.get()));
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    SoakRun run = SoakRun.of(seed, plan, started, seconds, result, disagreements);
    statuses.merge(run.status(), 1, Integer::sum);
    System.out.printf("%s: %s %s, %d s%n", plan, run.status(), run.reasons(), seconds);
    if (disagreements.isEmpty()) {
      delete(place);
    } else {
      disagreed++;
      disagreements.forEach(each -> System.out.println("    DISAGREES: " + each));
      System.out.printf(
          "    files: %s%n    again: bin/soak --seed %d --run %d%n", place, seed, plan.number());
    }
    return run;
  }

  private static void delete(Path place) throws IOException {
    if (!Files.exists(place)) {
      return;
    }
    try (Stream<Path> all = Files.walk(place)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
