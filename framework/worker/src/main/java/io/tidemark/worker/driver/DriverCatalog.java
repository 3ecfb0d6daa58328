package io.tidemark.worker.driver;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.driver.settings.NearestName;
import io.tidemark.driver.topics.LeaderSource;
import io.tidemark.model.outcome.OutcomeKeys;
import io.tidemark.model.workload.MessageOptions;
import io.tidemark.worker.headers.HeaderExample;
import io.tidemark.worker.headers.HeaderFit;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The drivers that are installed. A class in a folder has precedence over a driver with this alias;
 * earlier roots have precedence. Immutable.
 *
 * <p>Folders are read when the catalog is made; make a new one to see later changes.
 */
public final class DriverCatalog {
  private static final String OMB_PACKAGE = "io.openmessaging.benchmark.driver.";
  private final List<DriverHome> homes;
  private final List<String> searched;

  private DriverCatalog(List<DriverHome> homes, List<String> searched) {
    this.homes = List.copyOf(homes);
    this.searched = List.copyOf(searched);
  }

  /**
   * The drivers of folders {@code <root>/<name>/*.jar}. Roots that do not exist have none.
   *
   * @throws UncheckedIOException when a root or folder exists and cannot be listed
   */
  public static DriverCatalog ofFolders(List<Path> roots) {
    List<DriverHome> homes = new ArrayList<>();
    Set<Path> seen = new LinkedHashSet<>();
    for (Path root : roots) {
      try {
        if (Files.isDirectory(root) && seen.add(root.toRealPath())) {
          homes.addAll(foldersIn(root));
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read driver folders in " + root, e);
      }
    }
    return new DriverCatalog(homes, roots.stream().map(Path::toString).toList());
  }

  private static List<DriverHome> foldersIn(Path root) throws IOException {
    List<DriverHome> homes = new ArrayList<>();
    try (Stream<Path> entries = Files.list(root)) {
      for (Path folder : entries.filter(Files::isDirectory).sorted().toList()) {
        homes.add(DriverFolder.read(folder));
      }
    }
    return homes;
  }

  /** The drivers on the class path of this process, without isolation: for tests and embedding. */
  public static DriverCatalog ofClassPath() {
    return new DriverCatalog(
        ClassPathHome.all(DriverCatalog.class.getClassLoader()), List.of("the class path"));
  }

  /** What is installed, in the order of precedence. */
  public List<InstalledDriver> installed() {
    return homes.stream().map(DriverHome::installed).toList();
  }

  /**
   * Creates a driver, not initialised, in a separate class loader. The caller closes it.
   *
   * @param driverClass class name or alias, as in a driver file
   */
  public LoadedDriver load(String driverClass) throws DriverLoadException {
    Found found = find(driverClass);
    DriverHome.OpenLoader loader = open(found.home());
    try {
      BenchmarkDriver driver =
          new DriverInstantiation(found.className(), found.home()).in(loader.classLoader());
      return new LoadedDriver(
          driver, loader, found.home().installed(), artifact(found), notice(found));
    } catch (DriverLoadException e) {
      close(loader, e);
      Optional<String> mismatch = mismatch(found);
      throw mismatch.isEmpty()
          ? e
          : new DriverLoadException(e.getMessage() + "; " + mismatch.get(), e);
    }
  }

  /**
   * Every driver, in the order of precedence, with what a look at it finds; connects to nothing.
   */
  public List<DriverInspection> inspect() {
    List<DriverInspection> all = new ArrayList<>();
    for (DriverHome home : homes) {
      String known = home.installed().className();
      List<String> names = known.isEmpty() ? driverClasses(home) : List.of(known);
      if (names.isEmpty()) {
        all.add(
            unusable(home.installed(), "", Optional.empty(), "no driver in " + home.contents()));
      }
      for (String name : names) {
        all.add(inspection(new Found(home, name, Optional.empty())));
      }
    }
    return all;
  }

  /** By their name, as in OMB, or else all that implement the SPI: a file may name any of them. */
  private static List<String> driverClasses(DriverHome home) {
    List<String> likely =
        home.likelyDriverClasses().stream()
            .filter(name -> !name.equals(BenchmarkDriver.class.getName()))
            .sorted()
            .toList();
    if (!likely.isEmpty()) {
      return likely;
    }
    Set<String> users = home.classesThatUse(BenchmarkDriver.class.getPackageName());
    try {
      return users.isEmpty()
          ? List.of()
          : DriverLook.at("folder " + home.installed().location(), () -> implementing(home, users));
    } catch (DriverLoadException e) {
      return List.of(); // What its jars contain is reported.
    }
  }

  /** Runs no code of the classes. */
  private static List<String> implementing(DriverHome home, Set<String> names)
      throws DriverLoadException, IOException {
    DriverHome.OpenLoader loader = open(home);
    try (Closeable resource = loader.resource()) {
      return names.stream().filter(name -> isDriver(name, loader.classLoader())).sorted().toList();
    }
  }

  private static boolean isDriver(String name, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(name, false, loader);
      return BenchmarkDriver.class.isAssignableFrom(type)
          && !Modifier.isAbstract(type.getModifiers());
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // A class whose own libraries are missing.
    }
  }

  private static DriverInspection inspection(Found found) {
    InstalledDriver installed = found.home().installed();
    Optional<DriverArtifact> artifact = Optional.empty();
    try {
      artifact = artifact(found);
      Set<Capability> capabilities =
          DriverLook.at("driver " + found.className(), () -> capabilities(found));
      return new DriverInspection(
          installed, found.className(), artifact, capabilities, mismatch(found));
    } catch (DriverLoadException e) {
      return unusable(installed, found.className(), artifact, FailureLine.of(e));
    }
  }

  /**
   * The optional parts of the SDK that a driver may have: without jars it is not known which of
   * them its producers and consumers use. Connects to nothing.
   *
   * @param driverClass class name or alias, as in a driver file
   */
  public Set<Capability> capabilities(String driverClass) throws DriverLoadException {
    Found found = find(driverClass);
    Set<Capability> all = DriverLook.at("driver " + driverClass, () -> capabilities(found));
    if (found.home() instanceof ClassPathHome) {
      all.addAll(Capability.ofClients());
    }
    return all;
  }

  /** Whether classes of a driver may refer to a type of the SDK, which is known of jars only. */
  public boolean mayUse(String driverClass, Class<?> type) throws DriverLoadException {
    Found found = find(driverClass);
    int end = Math.max(0, found.className().lastIndexOf('.'));
    return found.home() instanceof ClassPathHome
        || found.home().uses(type, found.className().substring(0, end));
  }

  private static Set<Capability> capabilities(Found found) throws DriverLoadException, IOException {
    DriverHome.OpenLoader loader = open(found.home());
    try (Closeable resource = loader.resource()) {
      BenchmarkDriver driver =
          new DriverInstantiation(found.className(), found.home()).in(loader.classLoader());
      return Capability.of(driver, found.home());
    }
  }

  private static DriverInspection unusable(
      InstalledDriver installed,
      String className,
      Optional<DriverArtifact> artifact,
      String problem) {
    return new DriverInspection(installed, className, artifact, Set.of(), Optional.of(problem));
  }

  private static Optional<DriverArtifact> artifact(Found found) throws DriverLoadException {
    try {
      return found.home().artifact(found.className());
    } catch (IOException e) {
      throw new DriverLoadException(
          "cannot read the jar of " + found.className() + ": " + FailureLine.of(e), e);
    }
  }

  private static Optional<String> mismatch(Found found) throws DriverLoadException {
    return artifact(found)
        .flatMap(DriverArtifact::sdkVersion)
        .flatMap(SdkVersion.ofThisProcess()::mismatch);
  }

  private static Optional<String> notice(Found found) throws DriverLoadException {
    String both =
        Stream.concat(found.notice().stream(), mismatch(found).stream())
            .collect(Collectors.joining("; "));
    return Optional.of(both).filter(text -> !text.isEmpty());
  }

  /**
   * The driver's settings and its validation of this configuration; does not connect to a broker.
   *
   * @param driverClass class name or alias, as in a driver file
   * @param configuration the whole file, placeholders resolved
   */
  public DriverDescription describe(String driverClass, Map<String, Object> configuration)
      throws DriverLoadException {
    return DriverLook.at("driver " + driverClass, () -> describedHere(driverClass, configuration));
  }

  private DriverDescription describedHere(String driverClass, Map<String, Object> configuration)
      throws DriverLoadException {
    try (LoadedDriver loaded = load(driverClass)) {
      Thread.currentThread().setContextClassLoader(loaded.classLoader());
      boolean leaders = loaded.driver() instanceof LeaderSource;
      if (!(loaded.driver() instanceof DescribedDriver described)) {
        return new DriverDescription(
            loaded.installed(), false, leaders, List.of(), List.of(), Map.of());
      }
      return new DriverDescription(
          loaded.installed(),
          true,
          leaders,
          described.settings(),
          described.validate(configuration),
          loaded.driver() instanceof OutcomeSupport support
              ? support.meantOutcomes(configuration)
              : Map.of());
    } catch (DriverLoadException e) {
      throw e;
    } catch (Exception | LinkageError e) {
      throw new DriverLoadException(
          "driver " + driverClass + " cannot describe its settings: " + FailureLine.of(e), e);
    }
  }

  /**
   * Why the messages of a run cannot have its headers or priorities with a driver; empty if they
   * can.
   *
   * @param configuration as in {@link #describe}
   */
  public Optional<String> headerProblem(
      String driverClass, Map<String, Object> configuration, MessageOptions wanted)
      throws DriverLoadException {
    return asked(driverClass, driver -> HeaderFit.problem(driver, configuration, wanted));
  }

  /**
   * Why consumers of a driver cannot do what a workload asks for; empty if they can.
   *
   * @param configuration as in {@link #describe}
   */
  public Optional<String> outcomeProblem(
      String driverClass, Map<String, Object> configuration, OutcomeKeys wanted)
      throws DriverLoadException {
    return asked(driverClass, driver -> OutcomeFit.problem(driver, configuration, wanted));
  }

  /**
   * Why producers or requesters of a driver do not have a connection each; empty if they do.
   *
   * @param configuration as in {@link #describe}
   * @param requests whether the run has requesters
   */
  public Optional<String> connectionProblem(
      String driverClass, Map<String, Object> configuration, boolean requests)
      throws DriverLoadException {
    return asked(driverClass, driver -> ConnectionFit.problem(driver, configuration, requests));
  }

  /** The headers of a message with a driver that can have them. */
  public List<MessageHeader> headers(String driverClass, HeaderExample example)
      throws DriverLoadException {
    return asked(driverClass, example::of);
  }

  /** What a new instance of a driver, which is not initialized, is asked. */
  private interface Question<T> {
    T of(BenchmarkDriver driver) throws Exception;
  }

  private <T> T asked(String driverClass, Question<T> question) throws DriverLoadException {
    return DriverLook.at(
        "driver " + driverClass,
        () -> {
          try (LoadedDriver loaded = load(driverClass)) {
            Thread.currentThread().setContextClassLoader(loaded.classLoader());
            return question.of(loaded.driver());
          }
        });
  }

  /** What {@link LoadedDriver#notice()} would say, without loading anything. */
  public Optional<String> notice(String driverClass) throws DriverLoadException {
    return notice(find(driverClass));
  }

  private record Found(DriverHome home, String className, Optional<String> notice) {}

  private Found find(String driverClass) throws DriverLoadException {
    Optional<DriverHome> own =
        homes.stream().filter(home -> home.installed().className().equals(driverClass)).findFirst();
    Optional<DriverHome> holder =
        own.or(() -> homes.stream().filter(home -> home.holdsClass(driverClass)).findFirst());
    if (holder.isPresent()) {
      return new Found(holder.get(), driverClass, Optional.empty());
    }
    DriverHome alias =
        homes.stream()
            .filter(home -> home.installed().aliases().contains(driverClass))
            .findFirst()
            .orElseThrow(() -> new DriverLoadException(notFound(driverClass)));
    InstalledDriver used = alias.installed();
    String whose = driverClass.startsWith(OMB_PACKAGE) ? "OMB's name" : "another name";
    String notice =
        driverClass + " is " + whose + "; using " + used.className() + " from " + used.location();
    return new Found(alias, used.className(), Optional.of(notice));
  }

  private String notFound(String driverClass) {
    String nearest = NearestName.suggestion(driverClass, knownClasses());
    String installed =
        homes.isEmpty()
            ? "nothing"
            : homes.stream().map(DriverCatalog::summary).collect(Collectors.joining("; "));
    return "driver class %s not found%s; searched %s; installed: %s"
        .formatted(driverClass, nearest, String.join(", ", searched), installed);
  }

  private static String summary(DriverHome home) {
    InstalledDriver driver = home.installed();
    String what = driver.className().isEmpty() ? home.contents() : driver.className();
    String broken =
        driver.className().isEmpty() || home.brokenJars().isEmpty()
            ? ""
            : "; " + String.join("; ", home.brokenJars());
    return driver.name() + " (" + what + broken + ")";
  }

  private Set<String> knownClasses() {
    Set<String> names = new LinkedHashSet<>();
    for (DriverHome home : homes) {
      names.add(home.installed().className());
      names.addAll(home.installed().aliases());
      names.addAll(home.likelyDriverClasses());
    }
    names.remove("");
    return names;
  }

  private static DriverHome.OpenLoader open(DriverHome home) throws DriverLoadException {
    try {
      return home.open();
    } catch (IOException e) {
      throw new DriverLoadException(
          "cannot open " + home.installed().location() + ": " + FailureLine.of(e), e);
    }
  }

  private static void close(DriverHome.OpenLoader loader, DriverLoadException reason) {
    try {
      loader.resource().close();
    } catch (Exception e) {
      reason.addSuppressed(e);
    }
  }

  /** A driver on the class path of this process: for tests, and for embedding. No isolation. */
  record ClassPathHome(InstalledDriver installed, ClassLoader classLoader) implements DriverHome {
    private static final String LOCATION = "the class path";

    /** One for each driver that says so of itself, and a last one for all that do not. */
    static List<DriverHome> all(ClassLoader classLoader) {
      List<DriverHome> homes = new ArrayList<>();
      try {
        for (URL url : Collections.list(classLoader.getResources(InstalledDriver.RESOURCE))) {
          try (InputStream in = url.openStream()) {
            homes.add(
                new ClassPathHome(InstalledDriver.read(in, "unnamed", LOCATION), classLoader));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + InstalledDriver.RESOURCE, e);
      }
      homes.add(
          new ClassPathHome(
              new InstalledDriver("class path", "", List.of(), LOCATION), classLoader));
      return homes;
    }

    @Override
    public boolean holdsClass(String className) {
      return classLoader.getResource(className.replace('.', '/') + ".class") != null;
    }

    @Override
    public OpenLoader open() {
      return new OpenLoader(classLoader, () -> {}, false);
    }

    @Override
    public String contents() {
      return LOCATION;
    }
  }
}
