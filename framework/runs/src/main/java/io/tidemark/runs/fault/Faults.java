package io.tidemark.runs.fault;

import io.tidemark.base.Deadline;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunFailedException.Kind;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultInjector.Undo;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerFault;
import io.tidemark.model.workload.Workload;
import io.tidemark.runs.ShellTask;
import io.tidemark.runs.ShellTask.Held;
import io.tidemark.runs.brokers.RemoteBrokers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * The faults that this process can inject: on brokers that it can reach, on workers, and by
 * commands.
 */
public final class Faults implements FaultInjector {
  private final FaultInjector brokers;
  private final WorkerFaults workers;

  private Faults(FaultInjector brokers, List<Worker> workers) {
    this.brokers = brokers;
    this.workers = new WorkerFaults(workers);
  }

  /**
   * Returns the faults of a run. Reaches remote brokers only for faults of brokers.
   *
   * @param cluster that the run uses; empty if others started its brokers
   * @param workers of the run that are separate processes
   * @throws RunFailedException if brokers cannot be reached, or lack what a fault needs
   */
  public static Faults of(
      Workload workload, DriverFile driver, Optional<LocalCluster> cluster, List<Worker> workers)
      throws RunFailedException {
    try {
      return new Faults(brokers(workload, driver, cluster), workers);
    } catch (LocalBrokerException | IOException e) {
      throw new RunFailedException(Kind.INFRASTRUCTURE, "faults: " + Text.message(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunFailedException(
          Kind.INTERRUPTED, "interrupted while the nodes for faults were looked for", e);
    }
  }

  private static FaultInjector brokers(
      Workload workload, DriverFile driver, Optional<LocalCluster> cluster)
      throws IOException, InterruptedException {
    if (cluster.isPresent()) {
      return BrokerFaults.of(cluster.get(), LocalUpgrade.target(workload, driver));
    }
    List<FaultSpec> faults = workload.faults().stream().filter(FaultSpec::isForBrokers).toList();
    Optional<RemoteBrokers> remote = RemoteBrokers.of(driver);
    return remote.isPresent() && !faults.isEmpty()
        ? remote.get().faults(faults)
        : FaultInjector.NONE;
  }

  @Override
  public List<Integer> running() {
    return brokers.running();
  }

  @Override
  public List<Integer> nodes() {
    return brokers.nodes();
  }

  @Override
  public List<String> workers() {
    return workers.names();
  }

  @Override
  public OptionalInt numberOf(String driversName) {
    return brokers.numberOf(driversName);
  }

  @Override
  public String nameOf(int node) {
    return brokers.nameOf(node);
  }

  @Override
  public Undo inject(FaultSpec fault, List<Integer> nodes)
      throws FaultException, InterruptedException {
    if (fault.kind() == FaultKind.COMMAND) {
      return CommandFault.inject(fault);
    }
    if (fault.target().isWorker()) {
      return workers.inject(fault, nodes.get(0));
    }
    return brokers.inject(fault, nodes);
  }

  /**
   * A fault that a shell command injects. The shell that undoes it is started before, and runs its
   * command also if this process ends without a call.
   */
  static final class CommandFault {
    private CommandFault() {}

    /** What a failed command has printed stays in a file, which the message names. */
    static Undo inject(FaultSpec fault) throws FaultException {
      try {
        Path log = Files.createTempFile("tidemark-fault-", ".log");
        Undo undo = Undo.NONE;
        if (fault.undo().isPresent()) {
          Held held = new ShellTask(fault.undo().get(), log, fault.commandTimeout()).hold();
          undo = () -> release(held, log);
        }
        run(fault, log, undo);
        if (fault.undo().isEmpty()) {
          Files.delete(log);
        }
        return undo;
      } catch (IOException e) {
        throw new FaultException(Text.message(e), e);
      }
    }

    private static void run(FaultSpec fault, Path log, Undo undo) throws FaultException {
      try {
        new ShellTask(fault.command().orElseThrow(), log, fault.commandTimeout()).run();
      } catch (IOException e) {
        FaultException failure = new FaultException(Text.message(e), e);
        try {
          undo.undo(); // What it has done.
        } catch (FaultException second) {
          failure.addSuppressed(second);
        } catch (InterruptedException second) {
          Thread.currentThread().interrupt();
        }
        throw failure;
      }
    }

    private static void release(Held held, Path log) throws FaultException {
      try {
        held.release();
        Files.delete(log);
      } catch (IOException e) {
        throw new FaultException(Text.message(e), e);
      }
    }
  }

  /**
   * Faults of workers: each of them injects its own, so that it can be on any machine.
   *
   * @param workers that are separate processes
   */
  record WorkerFaults(List<Worker> workers) {
    /** After its time a frozen worker answers again within this time. */
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(10);

    private static final long RETRY_MILLIS = 100;

    List<String> names() {
      return workers.stream().map(Worker::name).toList();
    }

    /**
     * @param number from 1
     */
    Undo inject(FaultSpec fault, int number) throws FaultException, InterruptedException {
      Worker worker = workers.get(number - 1);
      Duration duration = fault.duration().orElse(Duration.ZERO);
      try {
        worker.injectFault(new WorkerFault(fault.kind(), duration));
      } catch (WorkerException e) {
        throw new FaultException(e.oneLine(), e);
      }
      if (fault.kind() == FaultKind.KILL) {
        return Undo.NONE;
      }
      Deadline frozen = Deadline.in(duration);
      return () -> awaitAnswer(worker, frozen);
    }

    /** It continues by itself, and not earlier. */
    private static void awaitAnswer(Worker worker, Deadline frozen)
        throws FaultException, InterruptedException {
      TimeUnit.NANOSECONDS.sleep(frozen.left().toNanos());
      Deadline deadline = Deadline.in(ANSWERS_WITHIN);
      while (true) {
        try {
          worker.describe(deadline.left());
          return;
        } catch (WorkerException e) {
          if (deadline.isOver()) {
            throw new FaultException(
                "the worker does not answer %s after its time: %s"
                    .formatted(Deadline.in(ANSWERS_WITHIN), e.oneLine()),
                e);
          }
        }
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }
}
