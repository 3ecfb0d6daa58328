package io.tidemark.worker.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverCatalogTest {
  private static final String OMB_NAME =
      "io.openmessaging.benchmark.driver.acme.AcmeBenchmarkDriver";
  private static final String OWN_NAME = "io.tidemark.driver.acme.AcmeBenchmarkDriver";
  private static final String MANIFEST =
      "name=acme\nclass=" + OWN_NAME + "\naliases=com.acme.Old, " + OMB_NAME + "\n";

  @TempDir Path directory;
  private DriverJars jars;

  @BeforeEach
  void startWithoutDrivers() {
    jars = new DriverJars(directory);
  }

  @Test
  void takesAnAliasAndSaysSo() throws Exception {
    jars.driverFolder("acme", MANIFEST, driver(OWN_NAME, ""));
    try (LoadedDriver loaded = catalog().load(OMB_NAME)) {
      assertThat(loaded.driver().getClass().getName()).isEqualTo(OWN_NAME);
      assertThat(loaded.notice())
          .contains(
              OMB_NAME
                  + " is OMB's name; using "
                  + OWN_NAME
                  + " from "
                  + jars.root().resolve("acme"));
    }
  }

  @Test
  void prefersAnInstalledClassToAnAlias() throws Exception {
    jars.driverFolder("acme", MANIFEST, driver(OWN_NAME, ""));
    jars.driverFolder("vendor", "", driver(OMB_NAME, ""));
    try (LoadedDriver loaded = catalog().load(OMB_NAME)) {
      assertThat(loaded.driver().getClass().getName()).isEqualTo(OMB_NAME);
      assertThat(loaded.notice()).isEmpty();
      assertThat(loaded.installed().name()).isEqualTo("vendor");
    }
  }

  @Test
  void prefersTheFolderThatNamesTheClassAsItsOwn() throws Exception {
    jars.driverFolder("aaa-copy", "", driver(OWN_NAME, ""));
    jars.driverFolder("acme", MANIFEST, driver(OWN_NAME, ""));
    try (LoadedDriver loaded = catalog().load(OWN_NAME)) {
      assertThat(loaded.installed().name()).isEqualTo("acme");
    }
  }

  @Test
  void ignoresRootsThatDoNotExist() {
    DriverCatalog catalog = DriverCatalog.ofFolders(List.of(directory.resolve("nowhere")));
    assertThat(catalog.installed()).isEmpty();
    assertThatThrownBy(() -> catalog.load(OWN_NAME))
        .isInstanceOf(DriverLoadException.class)
        .hasMessageContaining("installed: nothing")
        .hasMessageContaining("nowhere");
  }

  @Test
  void namesTheNearestClassAndWhatIsInstalled() throws Exception {
    jars.driverFolder("acme", MANIFEST, driver(OWN_NAME, ""));
    jars.driverFolder("vendor", "", driver("com.vendor.VendorBenchmarkDriver", ""));
    assertThatThrownBy(() -> catalog().load("io.tidemark.driver.acme.AcmeBenchmarkDrivr"))
        .hasMessageContaining("not found (did you mean " + OWN_NAME + "?)")
        .hasMessageContaining("searched " + jars.root())
        .hasMessageContaining("acme (" + OWN_NAME + ")")
        .hasMessageContaining("vendor (vendor.jar)");
    assertThatThrownBy(() -> catalog().load("com.vendor.VendorBenchmarkDrver"))
        .hasMessageContaining("did you mean com.vendor.VendorBenchmarkDriver?");
  }

  @Test
  void namesBrokenJars() throws Exception {
    Path folder = Files.createDirectories(jars.root().resolve("half"));
    Files.writeString(folder.resolve("driver.jar"), "not a jar");
    assertThatThrownBy(() -> catalog().load(OWN_NAME))
        .hasMessageContaining("half (driver.jar; driver.jar cannot be read: ZipException");
  }

  @Test
  void namesTheClassThatNoJarHas() throws Exception {
    jars.driverFolderWithout(
        "acme",
        driver(OWN_NAME, "private final com.lib.Client client = new com.lib.Client();"),
        Map.of("Client", "package com.lib; public class Client {}"));
    assertThatThrownBy(() -> catalog().load(OWN_NAME))
        .isInstanceOf(DriverLoadException.class)
        .hasMessage(
            "driver %s from %s needs class com.lib.Client, which is in none of its jars (acme.jar)",
            OWN_NAME, jars.root().resolve("acme"));
  }

  @Test
  void runsNoCodeOfAClassThatIsNoDriver() throws Exception {
    String property = "tidemark.test.plain-class-ran";
    jars.driverFolder(
        "acme",
        "",
        Map.of(
            "Plain",
            "package com.acme; public class Plain { static { System.setProperty(\"%s\", \"\"); } }"
                .formatted(property)));
    assertThatThrownBy(() -> catalog().load("com.acme.Plain"))
        .hasMessageContaining("is not a driver: it does not implement io.openmessaging");
    assertThat(System.getProperties()).doesNotContainKey(property);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "public AcmeBenchmarkDriver() { throw new IllegalStateException(\"no\\nlicence\"); }"
            + " | its constructor failed: no; licence",
        "private AcmeBenchmarkDriver() {} | has no public constructor without arguments",
        "static { if (true) throw new AssertionError(\"no library\"); }"
            + " | AssertionError: no library",
        "static final int N = Integer.parseInt(\"x\");"
            + " | its static initialiser failed: NumberFormatException"
      })
  void saysWhyADriverCannotBeMadeEachTime(String member, String message) throws Exception {
    jars.driverFolder("acme", "", driver(OWN_NAME, member));
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> catalog().load(OWN_NAME))
          .isInstanceOf(DriverLoadException.class)
          .hasMessageContaining(message);
    }
  }

  @Test
  void describesADriverThatDescribesItself() throws Exception {
    DriverDescription description =
        DriverCatalog.ofClassPath()
            .describe("io.tidemark.driver.inmemory.InMemoryBenchmarkDriver", Map.of());
    assertThat(description.described()).isTrue();
    assertThat(description.driver().name()).isEqualTo("inmemory");
    assertThat(description.settings()).extracting("path").contains("delivery", "queueCapacity");
  }

  @Test
  void inspectsEveryDriverAlsoThoseThatCannotBeUsed() throws Exception {
    jars.driverFolder("a-vendor", "", driver(OMB_NAME, ""));
    jars.driverFolder("b-gone", "name=gone\nclass=com.acme.Gone\n", driver(OWN_NAME, ""));
    Files.createDirectories(jars.root().resolve("c-empty"));

    List<DriverInspection> found = catalog().inspect();

    assertThat(found)
        .extracting(DriverInspection::className)
        .containsExactly(OMB_NAME, "com.acme.Gone", "");
    assertThat(found.get(0).problem()).isEmpty();
    assertThat(found.get(0).capabilities()).isEmpty();
    assertThat(found.get(0).artifact().orElseThrow().jar()).hasFileName("a-vendor.jar");
    assertThat(found.get(0).artifact().orElseThrow().facts())
        .containsEntry("driver.jar", "a-vendor.jar")
        .containsEntry("driver.version", "unknown");
    assertThat(found.get(1).problem().orElseThrow())
        .contains("is in none of its jars (b-gone.jar)");
    assertThat(found.get(2).problem()).contains("no driver in no jars");
  }

  @Test
  void findsADriverOfAnyNameWhoseJarSaysNothing() throws Exception {
    Map<String, String> sources =
        new HashMap<>(driver("com.acme.omb.AcmeMessaging", "static class Part {}"));
    sources.put(
        "Uses",
        "package com.acme.omb; abstract class Uses implements"
            + " io.openmessaging.benchmark.driver.BenchmarkDriver {}");
    jars.driverFolder("acme", "", sources);

    assertThat(catalog().inspect())
        .singleElement()
        .satisfies(found -> assertThat(found.className()).isEqualTo("com.acme.omb.AcmeMessaging"))
        .satisfies(found -> assertThat(found.problem()).isEmpty());
    catalog().load("com.acme.omb.AcmeMessaging").close();
  }

  private DriverCatalog catalog() {
    return DriverCatalog.ofFolders(List.of(jars.root()));
  }

  /** A driver that does nothing, with a member more. */
  private static Map<String, String> driver(String className, String member) {
    int lastDot = className.lastIndexOf('.');
    String simpleName = className.substring(lastDot + 1);
    String source =
        """
        package %s;
        import io.openmessaging.benchmark.driver.*;
        import java.util.concurrent.CompletableFuture;
        public class %s implements BenchmarkDriver {
          %s
          public void initialize(java.io.File f, org.apache.bookkeeper.stats.StatsLogger s) {}
          public String getTopicNamePrefix() { return "t"; }
          public CompletableFuture<Void> createTopic(String t, int n) { return null; }
          public CompletableFuture<BenchmarkProducer> createProducer(String t) { return null; }
          public CompletableFuture<BenchmarkConsumer> createConsumer(
              String t, String s, ConsumerCallback c) { return null; }
          public void close() {}
        }
        """
            .formatted(className.substring(0, lastDot), simpleName, member);
    return Map.of(simpleName, source);
  }
}
