import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Random short runs with random faults until the time is over; see {@code bin/soak}. */
final class Soak {
  private static final Duration RUN_DEADLINE = Duration.ofMinutes(4);
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
   * @param arguments the checkout, minutes, seed, and the number of the only run, or -1
   */
  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("tidemark-soak-");
    Soak soak = new Soak(Path.of(arguments[0]), folder, Long.parseLong(arguments[2]));
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(Long.parseLong(arguments[1]));
    int only = Integer.parseInt(arguments[3]);
    int run = Math.max(0, only);
    do {
      soak.run(SoakPlan.of(soak.seed, run));
      run++;
    } while (only < 0 && System.nanoTime() < end);
    System.out.printf(
        "%d runs: %s; %d disagreed with their plan%n",
        soak.statuses.values().stream().mapToInt(Integer::intValue).sum(),
        soak.statuses,
        soak.disagreed);
    System.exit(soak.disagreed == 0 ? 0 : 1);
  }

  private void run(SoakPlan plan) throws IOException, InterruptedException {
    Path place = Files.createDirectories(folder.resolve("run-" + plan.number()));
    Files.writeString(place.resolve("workload.yaml"), plan.workload());
    List<String> disagreements = new ArrayList<>();
    String status = "NO RESULT";
    long start = System.nanoTime();
    Files.writeString(place.resolve("driver.yaml"), plan.system().driverFile(root));
    Benchmark benchmark = new Benchmark(root, place);
    Path printed = place.resolve("output.txt");
    Optional<Integer> exitCode =
        benchmark.run(
            RUN_DEADLINE,
            Redirect.to(printed.toFile()),
            List.of("-d", "driver.yaml", "workload.yaml"));
    Optional<JsonNode> result = benchmark.result("workload");
    if (exitCode.isEmpty()) {
      disagreements.add("did not end within " + RUN_DEADLINE.toMinutes() + " minutes");
    } else if (result.isEmpty()) {
      disagreements.add("exit code " + exitCode.get() + " without a result");
    } else {
      status = SoakJudge.status(result.get()) + " " + SoakJudge.reasons(result.get());
      String output = Files.readString(printed);
      disagreements.addAll(SoakJudge.disagreements(plan, exitCode.get(), output, result.get()));
    }
    statuses.merge(status.split(" ", -1)[0], 1, Integer::sum);
    System.out.printf(
        "%s: %s, %d s%n", plan, status, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
    if (disagreements.isEmpty()) {
      delete(place);
    } else {
      disagreed++;
      disagreements.forEach(each -> System.out.println("    DISAGREES: " + each));
      System.out.printf(
          "    files: %s%n    again: bin/soak --seed %d --run %d%n", place, seed, plan.number());
    }
  }

  private static void delete(Path place) throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
