package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code build/release} from the checks to the upload, in a small repository, with a key for the
 * test and a build that writes small files. {@code build/test-release} has the real build.
 */
@Tag("slow")
class ReleaseTest {
  private static final Path TOOLS = Path.of("src/test/resources/release-tools").toAbsolutePath();
  private static final String KEY = "release@example.com";
  private static final Set<String> FILES =
      Set.of(
          "tidemark-0.1.0-bin.tar.gz",
          "tidemark-0.1.0.jar",
          "tidemark-0.1.0-sbom.tar.gz",
          "tidemark-0.1.0-sdk.tar.gz");

  @TempDir static Path keys;
  @TempDir Path top;
  private Path tree;
  private Path release;

  @BeforeAll
  static void makeKey() throws Exception {
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rwx------"));
    String batch = "gpg --batch --passphrase '' --quick-generate-key %s default default never";
    Ended gpg = run(keys, Map.of(), "bash", "-c", batch.formatted(KEY));
    assertThat(gpg.code()).as("gpg is required (apt-get install gnupg): " + gpg.output()).isZero();
  }

  @AfterAll
  static void endTheAgent() throws Exception {
    run(keys, Map.of(), "gpgconf", "--kill", "gpg-agent");
  }

  @BeforeEach
  void repository() throws Exception {
    tree = top.resolve("a tree");
    release = tree.resolve("build/distribution/target/release");
    for (String file :
        List.of(
            ".gitignore",
            "pom.xml",
            "bin/image",
            "build/release",
            "build/release-files",
            "build/test-release",
            "build/distribution/pom.xml",
            "deploy/docker/Dockerfile",
            "deploy/helm/tidemark/Chart.yaml",
            "deploy/helm/tidemark/values.yaml",
            "docs/how-to/install.md",
            "docs/how-to/kubernetes.md",
            "sdk/driver-nats/pom.xml")) {
      Path copy = tree.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(Chart.ROOT.resolve(file), copy);
    }
    changelog("## 0.1.0 (" + LocalDate.now(ZoneOffset.UTC) + ")");
    measuringScript("mkdir -p \"$STORE\" && echo \"$1 $PWD\" >\"$STORE/measured\"");
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-qm", "Begin");
  }

  /** In place of the one that measures for minutes. */
  private void measuringScript(String commands) throws IOException {
    Path script = tree.resolve("build/benchmarks/history/add-release.sh");
    Files.createDirectories(script.getParent());
    Files.writeString(script, "#!/usr/bin/env bash\nset -eu\n" + commands + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void changelog(String section) throws IOException {
    Files.writeString(tree.resolve("CHANGELOG.md"), "# Changelog\n\n" + section + "\n");
  }

  private static Ended run(Path folder, Map<String, String> variables, String... line)
      throws Exception {
    ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile());
    Map<String, String> environment = builder.environment();
    environment.merge("PATH", TOOLS.toString(), (path, ours) -> ours + ":" + path);
    environment.put("GNUPGHOME", keys.toString());
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      environment.put("GIT_" + who + "_NAME", "Test");
      environment.put("GIT_" + who + "_EMAIL", KEY);
    }
    environment.putAll(variables);
    return Ended.of(builder);
  }

  private Ended release(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of(tree + "/build/release"));
    line.addAll(List.of(arguments));
    return run(top, Map.of(), line.toArray(String[]::new));
  }

  private String git(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(arguments));
    Ended git = run(tree, Map.of(), line.toArray(String[]::new));
    assertThat(git.code()).as(git.output()).isZero();
    return git.output().strip();
  }

  @Test
  void namesAllThatIsMissing() throws Exception {
    changelog("## 0.2.0 (2026-01-01)");
    git("tag", "v0.2.0");

    Ended check = release("0.2.0");

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.output().lines())
        .allMatch(line -> line.startsWith("release: "))
        .satisfiesExactly(
            line -> assertThat(line).contains("0.1.0-SNAPSHOT; allowed is 0.2.0-SNAPSHOT"),
            line -> assertThat(line).contains("working tree is not clean"),
            line -> assertThat(line).contains("tag v0.2.0 exists"),
            line ->
                assertThat(line).contains("no section '## 0.2.0 (" + LocalDate.now(ZoneOffset.UTC)),
            line -> assertThat(line).contains("bin/test --all has not passed"),
            line -> assertThat(line).contains("--key ID or --unsigned"));
    assertThat(release("--key", "nobody@example.com", "--tested", "0.1.0").output())
        .contains("gpg has no secret key nobody@example.com");
  }

  /** bin/test writes the tree that it has tested. */
  @Test
  void changesNothingWithoutExecute() throws Exception {
    Path tested = Files.createDirectories(tree.resolve("target")).resolve("tested");
    Files.writeString(tested, git("rev-parse", "HEAD^{tree}") + "\n");

    Ended check = release("--unsigned", "0.1.0");

    assertThat(check.withCode(0))
        .contains("build the image tidemark:0.1.0 with docker")
        .contains("5. measure this build");
    assertThat(git("tag")).isEmpty();
    assertThat(release).doesNotExist();
    assertThat(Files.readString(Chart.ROOT.resolve("bin/test")))
        .contains("rev-parse 'HEAD^{tree}' >target/tested");
  }

  @Test
  void aFailedBuildLeavesNoTag() throws Exception {
    Ended failed =
        run(
            top,
            Map.of("FAKE_MVN_FAILS", "yes"),
            tree + "/build/release",
            "--execute",
            "--unsigned",
            "--tested",
            "0.1.0");

    assertThat(failed.code()).isOne();
    assertThat(git("tag")).isEmpty();
    assertThat(git("worktree", "list").lines()).hasSize(1);
    assertThat(release).doesNotExist();
  }

  @Test
  void buildsSignsAndUploads() throws Exception {
    String head = git("rev-parse", "HEAD");

    Ended built = release("--execute", "--tested", "--key", KEY, "0.1.0");

    assertThat(built.withCode(0)).contains("docker build ").contains("-t tidemark:0.1.0 ");
    assertThat(git("rev-parse", "HEAD")).isEqualTo(head);
    assertThat(git("status", "--porcelain"))
        .as("only the figures are new")
        .isEqualTo("?? build/benchmarks/history/store/");
    assertThat(tree.resolve("build/benchmarks/history/store/measured"))
        .as("in the folder of the build, not here")
        .content()
        .startsWith("0.1.0 ")
        .doesNotContain(tree.toString());
    assertThat(built.output()).contains("git add build/benchmarks/history/store && git commit");
    assertThat(git("worktree", "list").lines()).hasSize(1);
    git("verify-tag", "v0.1.0");
    assertThat(git("show", "v0.1.0:pom.xml")).contains("<version>0.1.0</version>");
    assertThat(git("show", "v0.1.0:deploy/helm/tidemark/Chart.yaml")).contains("appVersion: 0.1.0");
    assertThat(git("grep", "-c", "0.1.0-SNAPSHOT</version>", "main", "--", "pom.xml"))
        .endsWith(":1");
    Set<String> expected = new TreeSet<>();
    FILES.forEach(file -> expected.addAll(Set.of(file, file + ".sha256", file + ".asc")));
    assertThat(names()).isEqualTo(expected);
    assertThat(release.resolve("tidemark-0.1.0.jar"))
        .hasContent("executable of v0.1.0"); // As in a clone of the tag.
    assertThat(run(top, Map.of(), "tar", "-tzf", release + "/tidemark-0.1.0-sdk.tar.gz").output())
        .contains(
            "./io/tidemark/driver-api/0.1.0/driver-api-0.1.0.jar.asc\n",
            "./io/tidemark/driver-api/0.1.0/driver-api-0.1.0.pom.sha1\n",
            "./io/tidemark/driver-api/0.1.0/driver-api-0.1.0.pom.md5\n");
    assertThat(upload()).isEqualTo(expected);
  }

  @Test
  void aReleaseIsCompleteWithoutFigures() throws Exception {
    measuringScript("exit 1");
    git("commit", "-qam", "A machine that cannot measure");

    Ended built = release("--execute", "--tested", "--unsigned", "--no-image", "0.1.0");

    assertThat(built.withCode(0))
        .contains("the figures were not measured")
        .doesNotContain("git add");
    assertThat(git("tag")).isEqualTo("v0.1.0");
    assertThat(release).isNotEmptyDirectory();
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> files = Files.list(release)) {
      return files
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** The names of what the server has received, with the content of the files. */
  private Set<String> upload() throws Exception {
    Map<String, byte[]> received = new ConcurrentHashMap<>();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/releases/0.1.0/",
        exchange -> {
          received.put(
              exchange.getRequestMethod()
                  + " "
                  + Path.of(exchange.getRequestURI().getPath()).getFileName(),
              exchange.getRequestBody().readAllBytes());
          exchange.sendResponseHeaders(201, -1);
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/releases";
      Ended refused = uploadChanged(url);
      assertThat(refused.withCode(2)).contains("tidemark-0.1.0.jar: the checksum is wrong");
      assertThat(received).isEmpty();
      Ended uploaded = release("--upload", url, "0.1.0");
      assertThat(uploaded.code()).as(uploaded.output()).isZero();
    } finally {
      server.stop(0);
    }
    Set<String> names = new TreeSet<>();
    received.forEach(
        (name, content) -> {
          assertThat(name).startsWith("PUT ");
          names.add(name.substring(4));
          assertThat(release.resolve(name.substring(4))).hasBinaryContent(content);
        });
    return names;
  }

  private Ended uploadChanged(String url) throws Exception {
    Path jar = release.resolve("tidemark-0.1.0.jar");
    byte[] content = Files.readAllBytes(jar);
    Files.writeString(jar, "changed");
    Ended refused = release("--upload", url, "0.1.0");
    Files.write(jar, content);
    return refused;
  }

  /** A checksum alone does not show who has made a file. */
  @Test
  void refusesToUploadWithoutTheRightSignature() throws Exception {
    release("--execute", "--tested", "--unsigned", "--no-image", "0.1.0");

    Ended unsigned = release("--upload", "http://127.0.0.1:9", "0.1.0");

    assertThat(unsigned.withCode(2)).contains("has no file tidemark-0.1.0-bin.tar.gz.asc");
  }

  /** With small files in place of a build; a real one takes 10 minutes. */
  @Test
  void theRehearsalUsesTheFilesOfARelease() throws Exception {
    Path tools = Files.createDirectory(top.resolve("tools"));
    Path java = tools.resolve("java");
    Files.writeString(
        java,
        "#!/bin/sh\nmkdir -p results/r && echo {} >results/r/result.json\n"
            + "case \"$*\" in *kafka*) exit 130 ;; esac\n");
    assertThat(java.toFile().setExecutable(true, false)).isTrue();
    // As root the script uses the release as another user.
    Files.setPosixFilePermissions(top, PosixFilePermissions.fromString("rwx--x--x"));
    String path = tools + ":" + TOOLS + ":" + System.getenv("PATH");

    Ended rehearsal = run(top, Map.of("PATH", path), tree + "/build/test-release");

    assertThat(rehearsal.withCode(0)).contains("archive", "with Kafka", "second build", " done");
  }
}
