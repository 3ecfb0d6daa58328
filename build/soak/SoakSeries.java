import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The runs of a soak that goes on until enough faults were in effect, in a folder: {@code runs.jsonl} has a line for
 * each run that ended, {@code soak.md} the page of all. A run that was stopped has no line, and is run again.
 */
final class SoakSeries implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_WITHOUT_RESULT = 5;

  private final Path folder;
  private final long seed;
  private final int wantedFaults;
  private final FileChannel file;
  private final List<SoakRun> runs = new ArrayList<>();

  /**
   * Reads what earlier parts have left. A torn last line is removed.
   *
   * @throws IllegalArgumentException if the folder is in use, or has the runs of another seed
   */
  SoakSeries(Path folder, long seed, int wantedFaults) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.seed = seed;
    this.wantedFaults = wantedFaults;
    this.file =
        FileChannel.open(
            folder.resolve("runs.jsonl"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    if (file.tryLock() == null) {
      throw new IllegalArgumentException("another bin/soak uses " + folder);
    }
    // Through this channel: to close another one of the file would release the lock.
    ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
    while (bytes.hasRemaining() && file.read(bytes) >= 0) {}
    String text = new String(bytes.array(), StandardCharsets.UTF_8);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    for (String line : whole.lines().toList()) {
      SoakRun run = JSON.readValue(line, SoakRun.class);
      if (run.seed() != seed) {
        throw new IllegalArgumentException(
            "%s has runs of seed %d, got --seed %d".formatted(folder, run.seed(), seed));
      }
      runs.add(run);
    }
    file.truncate(whole.getBytes(StandardCharsets.UTF_8).length);
    file.position(file.size());
    writePage();
  }

  /** The next run on a cluster: topics in memory have no faults of brokers. */
  SoakPlan next() {
    int number = runs.isEmpty() ? 0 : runs.get(runs.size() - 1).number() + 1;
    SoakPlan plan = SoakPlan.of(seed, number);
    while (!plan.system().isCluster()) {
      number++;
      plan = SoakPlan.of(seed, number);
    }
    return plan;
  }

  void add(SoakRun run) throws IOException {
    String line = JSON.writeValueAsString(run) + "\n";
    file.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
    file.force(true);
    runs.add(run);
    writePage();
  }

  int faultsInEffect() {
    return runs.stream().mapToInt(SoakRun::faultsInEffect).sum();
  }

  boolean isComplete() {
    return faultsInEffect() >= wantedFaults;
  }

  /** Whether the last runs had no result, so that further ones are of no use. */
  boolean isHopeless() {
    return runs.size() >= MOST_WITHOUT_RESULT
        && runs.subList(runs.size() - MOST_WITHOUT_RESULT, runs.size()).stream()
            .allMatch(run -> run.status().equals(SoakRun.NO_RESULT));
  }

  boolean allAgree() {
    return runs.stream().allMatch(run -> run.problems().isEmpty());
  }

  Path page() {
    return folder.resolve("soak.md");
  }

  private void writePage() throws IOException {
    Files.writeString(page(), SoakPage.of(runs, seed, wantedFaults));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
