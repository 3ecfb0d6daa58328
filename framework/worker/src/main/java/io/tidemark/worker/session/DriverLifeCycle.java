package io.tidemark.worker.session;

import static java.util.Comparator.comparing;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.base.Deadline;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.topics.LeaderSource;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SecretName;
import io.tidemark.model.yaml.SecretScan;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.driver.FailureLine;
import io.tidemark.worker.driver.LoadedDriver;
import io.tidemark.worker.session.ParallelClose.Named;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One driver from its loading to its end, and the thread on which it is called. */
public final class DriverLifeCycle {
  private static final Logger log = LoggerFactory.getLogger(DriverLifeCycle.class);

  /** How long the close of a driver may take that cannot be used. */
  public static final Duration CLOSE_AFTER_FAILURE = Duration.ofSeconds(5);

  private final String workerName;
  private final LoadedDriver loaded;
  private final DriverThread thread;
  private Optional<String> threadsLeft = Optional.empty();

  private DriverLifeCycle(String workerName, LoadedDriver loaded, DriverThread thread) {
    this.workerName = workerName;
    this.loaded = loaded;
    this.thread = thread;
  }

  /** Loads and initialises; when that fails nothing is left behind that could be closed. */
  public static DriverLifeCycle open(
      String workerName,
      DriverCatalog catalog,
      DriverSource source,
      RunEvents events,
      DriverThread thread,
      Deadline deadline)
      throws WorkerException, InterruptedException {
    return open(workerName, catalog, source, driver -> {}, events, thread, deadline);
  }

  /**
   * @param before the driver is initialized
   */
  public static DriverLifeCycle open(
      String workerName,
      DriverCatalog catalog,
      DriverSource source,
      Consumer<BenchmarkDriver> before,
      RunEvents events,
      DriverThread thread,
      Deadline deadline)
      throws WorkerException, InterruptedException {
    thread.standing(events::standing);
    LoadedDriver loaded =
        thread.await(
            DriverThread.PREPARE,
            "the loading of " + source.driverClass(),
            deadline,
            () -> CompletableFuture.completedFuture(catalog.load(source.driverClass())),
            DriverLifeCycle::closeLate);
    loaded.notice().ifPresent(notice -> events.add("NOTICE", "driver", notice));
    thread.contextClassLoader(loaded.classLoader());
    DriverLifeCycle session = new DriverLifeCycle(workerName, loaded, thread);
    try {
      session.initialize(source, before, events, deadline);
      return session;
    } catch (WorkerException | InterruptedException e) {
      session.close(Deadline.in(CLOSE_AFTER_FAILURE)).ifPresent(problem -> log.info(problem));
      throw e;
    }
  }

  private void initialize(
      DriverSource source, Consumer<BenchmarkDriver> before, RunEvents events, Deadline deadline)
      throws WorkerException, InterruptedException {
    BenchmarkDriver driver = loaded.driver();
    try (PrivateFile file = PrivateFile.with(source.configurationYaml())) {
      thread.await(
          DriverThread.PREPARE,
          "initialize of " + name(),
          deadline,
          () -> {
            DriverSecrets.learn(secrets(source, driver));
            if (driver instanceof EventSource eventSource) {
              eventSource.onEvent(events::add);
            }
            before.accept(driver);
            driver.initialize(file.file(), NullStatsLogger.INSTANCE);
            return CompletableFuture.completedFuture(driver);
          },
          DriverLifeCycle::closeLate);
    } catch (IOException e) {
      throw new WorkerException(
          workerName,
          DriverThread.PREPARE,
          Kind.INFRASTRUCTURE,
          "cannot write the driver's configuration to a temporary file: " + FailureLine.of(e),
          e);
    }
  }

  private static List<String> secrets(DriverSource source, BenchmarkDriver driver) {
    List<Setting> declared =
        driver instanceof DescribedDriver described ? described.settings() : List.of();
    return YamlTree.read(new SourceFile("driver file", source.configurationYaml()), new Problems())
        .map(file -> SecretScan.of(file, declared))
        .orElse(List.of());
  }

  /**
   * Returns the clients that the driver has made, if they are all there.
   *
   * @throws WorkerException if one is missing or null; the others are closed
   */
  public <T extends AutoCloseable> List<T> requireAll(
      String operation, int wanted, @Nullable List<T> made) throws WorkerException {
    try {
      return requireAll(classLoader(), wanted, made);
    } catch (IllegalStateException e) {
      throw new WorkerException(
          workerName(), operation, Kind.INFRASTRUCTURE, name() + " " + e.getMessage(), null);
    }
  }

  /**
   * Returns the clients that a driver has made, if they are all there.
   *
   * @param loader of the driver
   * @throws IllegalStateException if one is missing or null; the others are closed
   */
  public static <T extends AutoCloseable> List<T> requireAll(
      ClassLoader loader, int wanted, @Nullable List<T> made) {
    // Lists that cannot have null do not say whether they contain it.
    boolean hasNull = made != null && made.stream().anyMatch(Objects::isNull);
    if (made != null && made.size() == wanted && !hasNull) {
      return made;
    }
    String got = made == null ? "null" : hasNull ? "a list with null" : "a list of " + made.size();
    if (made != null) {
      closeUnused(loader, made);
    }
    throw new IllegalStateException(
        "returned %s instead of %s".formatted(got, Text.plural(wanted, "client")));
  }

  /** Clients of this driver, of which some may be null. */
  public void closeUnused(List<? extends @Nullable AutoCloseable> clients) {
    closeUnused(classLoader(), clients);
  }

  /**
   * Closes clients that no other code knows, for some seconds at most; what goes wrong is logged.
   *
   * @param loader of the driver
   * @param clients some may be null
   */
  public static void closeUnused(
      ClassLoader loader, List<? extends @Nullable AutoCloseable> clients) {
    TeardownProblems problems = new TeardownProblems();
    List<Named> all = new ArrayList<>();
    for (@Nullable AutoCloseable client : clients) {
      if (client != null) {
        all.add(new Named("client " + client.getClass().getName(), client));
      }
    }
    try {
      new ParallelClose(loader, problems).close(all, Deadline.in(CLOSE_AFTER_FAILURE));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    problems.lines().forEach(problem -> log.info("Not used any more: {}", problem));
  }

  /** A result after the deadline is discarded. On a thread that may hang. */
  public static void closeLate(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      log.info(
          "A client that the driver created too late could not be closed: {}", FailureLine.of(e));
    }
  }

  public BenchmarkDriver driver() {
    return loaded.driver();
  }

  /** How messages name the driver. */
  public String name() {
    return "driver " + loaded.driver().getClass().getName();
  }

  public String workerName() {
    return workerName;
  }

  public ClassLoader classLoader() {
    return loaded.classLoader();
  }

  public DriverThread thread() {
    return thread;
  }

  /** With facts about the driver's jar. */
  public Map<String, String> brokerFacts(Deadline deadline)
      throws WorkerException, InterruptedException {
    Map<String, String> all = new HashMap<>();
    if (driver() instanceof BrokerFacts facts) {
      thread
          .call("brokerFacts", "the broker's facts", deadline, facts::brokerFacts)
          .forEach((key, value) -> all.put(FailureLine.masked(key), FailureLine.masked(value)));
    }
    try {
      all.putAll(loaded.artifact().isEmpty() ? Map.of() : loaded.artifact().get().facts());
    } catch (IOException e) {
      throw cannot("brokerFacts", "be read again: " + FailureLine.of(e));
    }
    return Map.copyOf(all);
  }

  /** Settings of the broker and of these topics; empty if the driver does not read them. */
  public BrokerConfiguration brokerConfiguration(List<String> topics, Deadline deadline)
      throws WorkerException, InterruptedException {
    return driver() instanceof BrokerFacts facts
        ? SettingsReading.of(
            thread.call(
                "brokerConfiguration",
                "the broker's settings",
                deadline,
                () -> facts.effectiveConfiguration(topics)))
        : BrokerConfiguration.NONE;
  }

  /** By queue or partition; empty if the driver does not report them. */
  public Map<String, String> leaders() {
    return driver() instanceof LeaderSource source ? Map.copyOf(source.leaders()) : Map.of();
  }

  /** After {@link #close}: which of the driver's threads had not ended, one line. */
  public Optional<String> threadsLeft() {
    return threadsLeft;
  }

  public Optional<TelemetrySource> telemetry() {
    return driver() instanceof TelemetrySource source ? Optional.of(source) : Optional.empty();
  }

  public WorkerException cannot(String operation, String what) {
    return new WorkerException(
        workerName, operation, Kind.CONFIGURATION, name() + " cannot " + what, null);
  }

  /**
   * Closes the driver, then its class loader unless {@link #threadsLeft} of the driver run on.
   *
   * @return what went wrong
   */
  public Optional<String> close(Deadline deadline) throws InterruptedException {
    Optional<String> problem = Optional.empty();
    thread.beginClose();
    try {
      thread.run("close", "close of " + name(), deadline, driver()::close);
    } catch (WorkerException e) {
      problem = Optional.of("close failed: " + e.getMessage());
    }
    try {
      threadsLeft = loaded.close(deadline.left());
    } catch (IOException e) {
      problem = Optional.of("its jars cannot be closed: " + FailureLine.of(e));
    }
    return problem;
  }

  /** A temporary file that only this user can read; gone when closed. */
  record PrivateFile(Path path) implements AutoCloseable {
    /** On POSIX systems temporary files are made with mode 0600. */
    static PrivateFile with(String text) throws IOException {
      Path path = Files.createTempFile("tidemark-driver-", ".yaml");
      PrivateFile file = new PrivateFile(path);
      try {
        Files.write(path, text.getBytes(StandardCharsets.UTF_8));
        return file;
      } catch (IOException e) {
        file.close();
        throw e;
      }
    }

    File file() {
      return path.toFile();
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(path);
    }
  }

  /** What a driver read of the broker's settings, in the bounded form of a result. */
  static final class SettingsReading {
    /** Values of names such as {@code delegation.token.max.lifetime.ms}, which are no secrets. */
    private static final Pattern HARMLESS = Pattern.compile("-?[0-9]*+|true|false|null|\\*+");

    /** All but the subject. */
    private record Value(String scope, String name, String value, Origin origin, String source) {}

    private SettingsReading() {}

    /** Without secrets; equal settings are one, changed ones come first. */
    static BrokerConfiguration of(EffectiveConfiguration read) {
      Map<Value, Set<String>> subjects = new LinkedHashMap<>();
      for (EffectiveSetting each : read.settings()) {
        Value value =
            new Value(
                shortened(each.scope()),
                shortened(each.name()),
                shortened(masked(each)),
                each.origin(),
                shortened(each.source()));
        subjects
            .computeIfAbsent(value, any -> new LinkedHashSet<>())
            .add(shortened(each.subject()));
      }
      List<Value> sorted =
          subjects.keySet().stream()
              .sorted(
                  comparing((Value each) -> each.origin != Origin.CHANGED)
                      .thenComparing(Value::scope)
                      .thenComparing(Value::name)
                      .thenComparing(Value::value))
              .toList();
      List<String> notes = new ArrayList<>(read.notes().stream().map(FailureLine::masked).toList());
      int left = sorted.size() - BrokerConfiguration.MOST_SETTINGS;
      if (left > 0) {
        notes.add(0, String.format(Locale.ROOT, "%,d more settings are left out", left));
      }
      return new BrokerConfiguration(
          sorted.stream()
              .limit(BrokerConfiguration.MOST_SETTINGS)
              .map(each -> entry(each, List.copyOf(subjects.getOrDefault(each, Set.of()))))
              .toList(),
          notes);
    }

    private static Entry entry(Value each, List<String> subjects) {
      List<String> shown =
          new ArrayList<>(
              subjects.subList(0, Math.min(subjects.size(), BrokerConfiguration.MOST_SUBJECTS)));
      if (subjects.size() > shown.size()) {
        shown.add(String.format(Locale.ROOT, "%d more", subjects.size() - shown.size()));
      }
      String origin = each.origin.name().toLowerCase(Locale.ROOT);
      return new Entry(each.scope, shown, each.name, each.value, origin, each.source);
    }

    private static String masked(EffectiveSetting each) {
      return SecretName.looksSecret(each.name()) && !HARMLESS.matcher(each.value()).matches()
          ? EffectiveSetting.SECRET
          : each.value();
    }

    private static String shortened(String text) {
      String clean = FailureLine.masked(text);
      return clean.length() <= BrokerConfiguration.MOST_CHARACTERS
          ? clean
          : clean.substring(0, BrokerConfiguration.MOST_CHARACTERS) + "...";
    }
  }
}
