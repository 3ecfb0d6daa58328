package io.tidemark.simulation.world;

import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.kernel.Replaces;
import io.tidemark.simulation.plan.FilePlan;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.CopyOption;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The coordinator's disk, as far as results and journals are on it. Each call that changes it is an
 * operation, which may be slow or fail; the disk may become full, and the process or its machine
 * may crash during an operation. Names survive a crash of the machine in their order, contents only
 * if they were forced to the disk.
 */
public final class DiskModel {
  private static final String RANDOM_ACCESS = "java/io/RandomAccessFile";
  private static final String FILES = "java/nio/file/Files";
  private static final String RESULT_FILES = "io/tidemark/report/file/ResultFiles";
  public static final String FULL = "No space left on device";
  public static final String BROKEN = "Input/output error";
  private static final long USUAL_NANOS = 20_000;

  private final Path root;
  private final FilePlan plan;
  private final Random random;
  private final BooleanSupplier dead;
  private final Runnable crash;
  private final Set<Path> unsynced = new TreeSet<>();
  private long freeBytes;
  private int operations;
  private int crashing;
  private boolean mended;
  private boolean journalFailed;
  private boolean journalLacksFile;
  private int failures;
  private boolean crashed;
  private Consumer<Path> whenRenamed = path -> {};

  /** Called with the new name of each file. */
  public void whenRenamed(Consumer<Path> listener) {
    whenRenamed = listener;
  }

  /** The process was killed: it does nothing any more. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1;

    Crash() {
      super("the process was killed", null, false, false);
    }
  }

  /**
   * @param root what is in this folder is on the disk
   * @param freeBytes how much can be written
   * @param dead whether the process that uses it was killed
   * @param crash kills the process, if the plan has that
   */
  DiskModel(
      Path root, FilePlan plan, long freeBytes, long seed, BooleanSupplier dead, Runnable crash) {
    this.dead = dead;
    this.root = root.toAbsolutePath();
    this.plan = plan;
    this.freeBytes = freeBytes;
    this.random = new Random(seed ^ 0x6469736b);
    this.crash = crash;
    this.crashing = plan.crashing();
  }

  /**
   * Another process uses it from now on.
   *
   * @param crashingIn the number of its operation during which it is killed; 0 for none
   */
  public void processStarts(int crashingIn) {
    crashed = false;
    crashing = crashingIn > 0 ? operations + crashingIn : 0;
  }

  /** Nothing fails any more. */
  public void mend() {
    mended = true;
    freeBytes = Long.MAX_VALUE;
  }

  /** Whether entries of the journal could not be written. */
  public boolean hasFailed() {
    return journalFailed;
  }

  /** Whether the journal may lack entries. */
  public boolean mayLackEntries() {
    return journalFailed || journalLacksFile;
  }

  /** Failed operations. */
  public int failures() {
    return failures;
  }

  /** What a crash of the machine leaves: any part of what was not forced to the disk. */
  public void losePower() throws IOException {
    for (Path each : unsynced) {
      if (Files.isRegularFile(each)) {
        try (RandomAccessFile file = new RandomAccessFile(each.toFile(), "rw")) {
          file.setLength((long) (random.nextDouble() * (file.length() + 1)));
        }
      }
    }
    unsynced.clear();
  }

  /** That of the calling thread; null outside of simulations. */
  private static DiskModel current() {
    return Kernel.isRunning() ? SimulatedWorld.current().disk() : null;
  }

  /** The disk that a file is on; null for another one. */
  private static DiskModel of(Path path) {
    DiskModel disk = current();
    return disk != null && path.toAbsolutePath().startsWith(disk.root) ? disk : null;
  }

  /** An operation takes its time, and may fail. */
  private void begins(String operation, Path path) throws IOException {
    operations++;
    if (!plan.written()) {
      return;
    }
    if (Kernel.isRunning()) {
      Kernel.current().note("disk " + operations + ": " + operation + " " + path.getFileName());
      Kernel.current().pause(nanos());
    }
    if (isDead() || operations == crashing) {
      crashed = true;
      crash.run();
      if (Kernel.isRunning()) {
        Kernel.current().pause(0); // For ever.
      }
      throw new Crash();
    }
    if (fails(operations)) {
      throw failed(path, BROKEN);
    }
  }

  private boolean isDead() {
    return crashed || dead.getAsBoolean();
  }

  private boolean fails(int operation) {
    return !mended
        && plan.failing() > 0
        && operation >= plan.failing()
        && operation - plan.failing() < plan.failures();
  }

  private long nanos() {
    boolean slow = plan.slowMillis() > 0 && random.nextInt(8) == 0;
    return USUAL_NANOS + (slow ? (long) (random.nextDouble() * plan.slowMillis() * 1e6) : 0);
  }

  private IOException failed(Path path, String reason) {
    failures++;
    if (Kernel.isRunning()) {
      Kernel.current().note("disk: " + reason);
    }
    return new FileSystemException(path.toString(), null, reason);
  }

  private interface Writing {
    void write(byte[] bytes) throws IOException;
  }

  /** Writes what fits, or a part of it if the operation ends early. */
  private void write(Path path, Writing out, byte... bytes) throws IOException {
    int next = operations + 1;
    boolean torn = plan.written() && (next == crashing || fails(next));
    int most = (int) Math.min(torn ? random.nextInt(bytes.length + 1) : bytes.length, freeBytes);
    if (!isDead()) {
      out.write(Arrays.copyOf(bytes, most));
      changed(path);
      freeBytes -= freeBytes == Long.MAX_VALUE ? 0 : most;
    }
    begins("write " + bytes.length + " to", path);
    if (most < bytes.length) {
      throw failed(path, FULL);
    }
  }

  /** A study compares times of files: they are those of the simulation. */
  private void changed(Path path) throws IOException {
    if (plan.runsOfStudy() > 0 && Kernel.isRunning() && Files.exists(path)) {
      FileTime now = FileTime.from(Kernel.current().epochNanos(), TimeUnit.NANOSECONDS);
      Files.setLastModifiedTime(path, now);
    }
  }

  private void entryChanged(Path path) throws IOException {
    changed(path);
    changed(path.toAbsolutePath().getParent());
  }

  private void written(Path path) {
    unsynced.add(path.toAbsolutePath());
  }

  private void renamed(Path from, Path to) {
    for (Path each : Set.copyOf(unsynced)) {
      if (each.startsWith(from.toAbsolutePath())) {
        unsynced.remove(each);
        Path within = from.toAbsolutePath().relativize(each);
        unsynced.add(
            within.toString().isEmpty()
                ? to.toAbsolutePath()
                : to.toAbsolutePath().resolve(within));
      }
    }
  }

  // ---- in place of calls of the JDK

  @Replaces(value = RANDOM_ACCESS, name = "write")
  public static void writeTo(RandomAccessFile file, byte[] bytes) throws IOException {
    DiskModel disk = current();
    if (disk == null) {
      file.write(bytes);
      return;
    }
    try {
      disk.write(Path.of("journal"), file::write, bytes);
    } catch (IOException e) {
      disk.journalFailed = true;
      throw e;
    }
  }

  @Replaces(value = FILES, ofClass = true)
  public static OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
    DiskModel disk = of(path);
    if (disk == null) {
      return Files.newOutputStream(path, options);
    }
    disk.begins("open", path);
    disk.written(path);
    OutputStream out = Files.newOutputStream(path, options);
    disk.entryChanged(path);
    return disk.new Output(path, out);
  }

  /** A file that is written. */
  private final class Output extends FilterOutputStream {
    private final Path path;

    Output(Path path, OutputStream out) {
      super(out);
      this.path = path;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      DiskModel.this.write(path, out::write, Arrays.copyOfRange(bytes, offset, offset + length));
    }
  }

  @Replaces(value = RESULT_FILES, ofClass = true)
  public static void sync(Path path) throws IOException {
    DiskModel disk = of(path);
    if (disk != null) {
      disk.begins("sync", path);
      disk.unsynced.remove(path.toAbsolutePath());
    }
  }

  /** Locks a study: a process that was killed has no lock any more. */
  @Replaces(value = "io/tidemark/features/study/StudyFolder", ofClass = true)
  public static FileChannel lock(Path folder) throws IOException {
    return FileChannel.open(
        folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** In an order that does not depend on the file system. */
  @Replaces(value = FILES, ofClass = true)
  public static Stream<Path> list(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList().stream();
    }
  }

  @Replaces(value = FILES, ofClass = true)
  public static Path createFile(Path path, FileAttribute<?>... attributes) throws IOException {
    DiskModel disk = of(path);
    if (disk != null) {
      try {
        disk.begins("create", path);
      } catch (IOException e) {
        disk.journalLacksFile |= path.toString().endsWith(".jsonl");
        throw e;
      }
      disk.written(path);
    }
    Files.createFile(path, attributes);
    if (disk != null) {
      disk.entryChanged(path);
    }
    return path;
  }

  @Replaces(value = FILES, ofClass = true)
  public static Path createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
    DiskModel disk = of(path);
    if (disk != null) {
      disk.begins("create", path);
    }
    Files.createDirectory(path, attributes);
    if (disk != null) {
      disk.entryChanged(path);
    }
    return path;
  }

  @Replaces(value = FILES, ofClass = true)
  public static Path createDirectories(Path path, FileAttribute<?>... attributes)
      throws IOException {
    DiskModel disk = of(path);
    boolean isNew = disk != null && Files.notExists(path);
    if (isNew) {
      disk.begins("create", path);
    }
    Files.createDirectories(path, attributes);
    if (isNew) {
      disk.entryChanged(path);
    }
    return path;
  }

  @Replaces(value = FILES, ofClass = true)
  public static Path move(Path from, Path to, CopyOption... options) throws IOException {
    DiskModel disk = of(from);
    if (disk == null) {
      return Files.move(from, to, options);
    }
    disk.begins("move", to);
    Files.move(from, to, options);
    disk.unsynced.remove(to.toAbsolutePath());
    disk.renamed(from, to);
    disk.changed(from.toAbsolutePath().getParent());
    disk.changed(to.toAbsolutePath().getParent());
    disk.whenRenamed.accept(to);
    return to;
  }

  @Replaces(value = FILES, ofClass = true)
  public static boolean deleteIfExists(Path path) throws IOException {
    DiskModel disk = of(path);
    if (disk != null && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      disk.begins("delete", path);
      disk.frees(path);
    }
    boolean deleted = Files.deleteIfExists(path);
    if (disk != null && deleted) {
      disk.changed(path.toAbsolutePath().getParent());
    }
    return deleted;
  }

  private void frees(Path path) throws IOException {
    unsynced.remove(path.toAbsolutePath());
    if (freeBytes < Long.MAX_VALUE && Files.isRegularFile(path)) {
      freeBytes += Files.size(path);
    }
  }

  @Replaces(value = FILES, ofClass = true)
  public static Path writeString(Path path, CharSequence text, OpenOption... options)
      throws IOException {
    try (OutputStream out = newOutputStream(path, options)) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
    return path;
  }
}
