package io.tidemark.simulation;

import io.tidemark.report.file.ResultFiles;
import io.tidemark.simulation.kernel.Reduction;
import io.tidemark.simulation.kernel.RewritingLoader;
import io.tidemark.simulation.kernel.SeedReport;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/**
 * Simulates seeds, one after the other. For one thread; all use the same rewritten classes, which
 * are compiled once then. What static state they have does not change a simulation: with classes of
 * its own, each is the same, event for event.
 */
final class SeedRunner implements AutoCloseable {
  private static final String RUN = "io.tidemark.simulation.run.SimulatedRun";
  private static final String WORLD = "io.tidemark.simulation.world.";
  private static final Path MEMORY = Path.of("/dev/shm");
  static final List<String> REPLACING =
      List.of(
          WORLD + "ServerModel", WORLD + "SocketModel", WORLD + "HostModel", WORLD + "DiskModel");

  private static final RewritingLoader LOADER =
      new RewritingLoader(SeedRunner.class.getClassLoader(), REPLACING);

  private final MethodHandle run;
  private final List<String> parts;
  private final List<String> rare;
  private final Path folder;

  SeedRunner() throws Exception {
    this(LOADER);
  }

  /** With these classes, and their static state. */
  SeedRunner(RewritingLoader loader) throws Exception {
    Class<?> simulated = loader.loadClass(RUN);
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    run =
        lookup.findStatic(
            simulated,
            "of",
            MethodType.methodType(
                SeedReport.class, long.class, Reduction.class, boolean.class, Path.class));
    parts = names(lookup.findStatic(simulated, "partNames", MethodType.methodType(List.class)));
    rare = names(lookup.findStatic(simulated, "rareNames", MethodType.methodType(List.class)));
    Path given = Path.of(System.getProperty("java.io.tmpdir"));
    Path parent = Files.isWritable(MEMORY) && !given.startsWith(MEMORY) ? MEMORY : given;
    // Files of runs contain their paths: names of one length, so that a seed is always the same
    // run.
    String name = "tidemark-simulation-%016x".formatted(new SecureRandom().nextLong());
    folder = Files.createDirectory(parent.resolve(name));
  }

  @SuppressWarnings("unchecked")
  private static List<String> names(MethodHandle all) {
    try {
      return (List<String>) all.invoke();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Names of all parts that seeds have. */
  List<String> parts() {
    return parts;
  }

  /** Names of those that few seeds have: they can be asked for. */
  List<String> rare() {
    return rare;
  }

  SeedReport run(long seed) throws Exception {
    return run(seed, Reduction.NONE, false);
  }

  SeedReport run(long seed, Reduction reduction, boolean keepsLines) throws Exception {
    try {
      return (SeedReport) run.invoke(seed, reduction, keepsLines, folder);
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    ResultFiles.delete(folder);
  }
}
