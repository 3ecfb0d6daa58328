package io.tidemark.driver.testkit;

import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.testkit.observed.CompiledClass;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.GatedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** Rules of chapter 6: declared settings are read, and have an effect. */
final class SettingUseRules {
  private static final int WAITING = 1_000;
  private static final int FEW_HELD = 5;
  private static final int MANY_HELD = 50;

  /** In which a consumer gets what it may hold. */
  private static final Duration SHORT = Duration.ofMillis(500);

  private static final Duration LONG = Duration.ofSeconds(3);

  private SettingUseRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.should(
            "6.14",
            "DescribedDriver: code of the driver reads every key that it declares",
            SettingUseRules::readsEveryKey));
  }

  /** The end of chapter 6. */
  static List<Rule> ofEffects() {
    return List.of(
        Rule.may(
            "6.16",
            "A consumer whose callback runs holds as many messages as its setting says",
            SettingUseRules::holdsWhatItsSettingSays));
  }

  private static void holdsWhatItsSettingSays(ConformanceBench bench) throws Exception {
    int few = 2 * FEW_HELD + 1; // Clients ask for more before they hold nothing.
    assertThat(held(bench, FEW_HELD, held -> held <= few))
        .as("messages that a consumer holds with a prefetch of %d", FEW_HELD)
        .isLessThanOrEqualTo(few);
    assertThat(held(bench, MANY_HELD, held -> held > few))
        .as("messages that a consumer holds with a prefetch of %d", MANY_HELD)
        .isGreaterThan(few);
  }

  /** Once more, and longer, if it is not as expected: a machine can be slow. */
  private static int held(ConformanceBench bench, int setting, IntPredicate expected)
      throws Exception {
    Optional<File> configuration = bench.kit().prefetching(setting);
    bench.require(configuration.isPresent(), "no prefetching() is declared");
    int held = held(bench, configuration.get(), SHORT);
    return expected.test(held) ? held : held(bench, configuration.get(), LONG);
  }

  /** The first of two consumers stands still; the other gets what the first one does not hold. */
  private static int held(ConformanceBench bench, File configuration, Duration quiet)
      throws Exception {
    try (ConformanceBench each = bench.another()) {
      each.open(each.newDriver(), configuration);
      String topic = each.topic(1);
      String subscription = each.newSubscriptionName();
      each.closeClient(each.consumer(topic, subscription, new DetailedInbox()));
      each.send(each.producer(topic), 0, WAITING);
      GatedInbox first = new GatedInbox(0);
      each.consumer(topic, subscription, first);
      try {
        each.awaitCount(first, 1);
        Thread.sleep(quiet.toMillis());
        Inbox second = new DetailedInbox();
        each.consumer(topic, subscription, second);
        int before = -1;
        while (second.count() > before) {
          before = second.count();
          Thread.sleep(quiet.toMillis());
        }
        each.require(
            before > 0, "the second consumer of a subscription gets nothing beside the first");
        return WAITING - before;
      } finally {
        first.open();
      }
    }
  }

  private static void readsEveryKey(ConformanceBench bench) throws Exception {
    BenchmarkDriver fresh = bench.newDriver();
    bench.require(fresh instanceof DescribedDriver, "the driver does not have DescribedDriver");
    List<Setting> settings = bench.call("settings", ((DescribedDriver) fresh)::settings);
    Set<String> declared = new HashSet<>();
    settings.forEach(setting -> declared.add(name(setting)));
    Set<String> byHand = new TreeSet<>(values(settings));
    List<CompiledClass> classes = classes(fresh.getClass());
    List<String> unread = new ArrayList<>();
    int keys = 0;
    for (CompiledClass each : classes) {
      if (each.isRecord()) {
        for (RecordComponent component :
            components(each, fresh.getClass().getClassLoader(), declared)) {
          keys++;
          byHand.remove(key(component));
          if (classes.stream().noneMatch(other -> other.reads(each.name(), component.getName()))) {
            unread.add(each.name().replace('/', '.') + "." + component.getName());
          }
        }
      }
    }
    bench.require(
        keys > 0 || !byHand.isEmpty(), "no key is declared by the jar of the driver's class");
    byHand.stream().filter(key -> isOnlyDeclared(key, classes)).forEach(unread::add);
    assertThat(unread).as("declared keys that no code reads").isEmpty();
  }

  /** Without the sections and lists that have the others. */
  private static List<String> values(List<Setting> settings) {
    return settings.stream()
        .filter(
            setting ->
                setting.types().stream()
                    .noneMatch(type -> type == Setting.Type.SECTION || type == Setting.Type.LIST))
        .map(SettingUseRules::name)
        .toList();
  }

  private static String name(Setting setting) {
    return setting.name().replace("[]", "");
  }

  /**
   * A key that no record declares stands in a text. Code that reads it has that text, too, or a
   * member of that name; code that goes through all settings may read any.
   */
  private static boolean isOnlyDeclared(String key, List<CompiledClass> classes) {
    String property =
        key.isEmpty() ? key : key.substring(0, 1).toUpperCase(ROOT) + key.substring(1);
    Set<String> members = Set.of(key, "get" + property, "set" + property, "is" + property);
    long uses =
        classes.stream()
            .flatMap(each -> each.texts().stream())
            .filter(text -> text.equals(key) || text.endsWith("." + key))
            .count();
    return uses <= 1
        && classes.stream().filter(each -> each.names().contains(key)).count() <= 1
        && classes.stream().noneMatch(each -> each.members().stream().anyMatch(members::contains))
        && classes.stream()
            .noneMatch(
                each ->
                    each.methods().contains("io/tidemark/driver/settings/Setting.name")
                        || each.methods().contains("io/tidemark/driver/settings/Setting.path"));
  }

  private static List<RecordComponent> components(
      CompiledClass compiled, ClassLoader loader, Set<String> declared)
      throws ClassNotFoundException {
    Class<?> type = Class.forName(compiled.name().replace('/', '.'), false, loader);
    return Arrays.stream(type.getRecordComponents())
        .filter(component -> declared.contains(key(component)))
        .toList();
  }

  /** The last part of its path; empty if the component declares none. */
  private static String key(RecordComponent component) {
    Key key = component.getAnnotation(Key.class);
    if (key == null) {
      return "";
    }
    return key.name().isEmpty()
        ? component.getName()
        : key.name().substring(key.name().lastIndexOf('.') + 1);
  }

  /**
   * Reads the classes of the jar, or of the folder, that has the driver's class, and of others that
   * have sections of its file: drivers share them.
   */
  private static List<CompiledClass> classes(Class<?> driver)
      throws IOException, URISyntaxException, ClassNotFoundException {
    List<CompiledClass> classes = new ArrayList<>();
    Set<Path> read = new HashSet<>();
    Deque<Class<?>> open = new ArrayDeque<>(List.of(driver));
    while (!open.isEmpty()) {
      Path place = place(open.pop());
      if (read.add(place)) {
        for (CompiledClass each : classesOf(place)) {
          classes.add(each);
          if (each.isRecord()) {
            String name = each.name().replace('/', '.');
            Class<?> type = Class.forName(name, false, driver.getClassLoader());
            Arrays.stream(type.getRecordComponents())
                .forEach(component -> addRecords(component.getGenericType(), open));
          }
        }
      }
    }
    return classes;
  }

  private static void addRecords(Type type, Deque<Class<?>> records) {
    if (type instanceof Class<?> each && each.isRecord() && hasKeys(each)) {
      records.add(each);
    } else if (type instanceof ParameterizedType container) {
      for (Type argument : container.getActualTypeArguments()) {
        addRecords(argument, records);
      }
    }
  }

  private static boolean hasKeys(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .anyMatch(component -> component.isAnnotationPresent(Key.class));
  }

  private static Path place(Class<?> type) throws URISyntaxException {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new ConformanceBench.NotTried("the place of " + type + " is unknown");
    }
    return Path.of(source.getLocation().toURI());
  }

  private static List<CompiledClass> classesOf(Path place) throws IOException {
    if (Files.isDirectory(place)) {
      return classesIn(place);
    }
    try (FileSystem files = FileSystems.newFileSystem(place)) {
      return classesIn(files.getPath("/"));
    }
  }

  private static List<CompiledClass> classesIn(Path folder) throws IOException {
    List<CompiledClass> classes = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        classes.add(CompiledClass.read(Files.readAllBytes(file)));
      }
    }
    return classes;
  }
}
