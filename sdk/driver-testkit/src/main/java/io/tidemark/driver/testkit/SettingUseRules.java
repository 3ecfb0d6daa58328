package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.Key;
import io.tidemark.driver.testkit.observed.CompiledClass;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A rule of chapter 6: a declared setting that no code reads has no effect. */
final class SettingUseRules {
  private SettingUseRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.should(
            "6.14",
            "DescribedDriver: code of the driver reads every key that a record declares",
            SettingUseRules::readsEveryKey));
  }

  private static void readsEveryKey(ConformanceBench bench) throws Exception {
    BenchmarkDriver fresh = bench.newDriver();
    bench.require(fresh instanceof DescribedDriver, "the driver does not have DescribedDriver");
    Set<String> declared = new HashSet<>();
    bench
        .call("settings", ((DescribedDriver) fresh)::settings)
        .forEach(setting -> declared.add(setting.name()));
    List<CompiledClass> classes = classes(fresh.getClass());
    List<String> unread = new ArrayList<>();
    int keys = 0;
    for (CompiledClass each : classes) {
      if (each.isRecord()) {
        for (RecordComponent component :
            components(each, fresh.getClass().getClassLoader(), declared)) {
          keys++;
          if (classes.stream().noneMatch(other -> other.reads(each.name(), component.getName()))) {
            unread.add(each.name().replace('/', '.') + "." + component.getName());
          }
        }
      }
    }
    bench.require(keys > 0, "no record with @Key is in the jar of the driver's class");
    assertThat(unread).as("declared keys that no code reads").isEmpty();
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

  /** Those of the jar, or of the folder, that has the driver's class. */
  private static List<CompiledClass> classes(Class<?> driver)
      throws IOException, URISyntaxException {
    CodeSource source = driver.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new NotTried("the place of the driver's class is unknown");
    }
    Path place = Path.of(source.getLocation().toURI());
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
