package io.tidemark.worker.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A folder {@code drivers/<name>/} with a driver's jars. Read once, when the catalog is made. */
record DriverFolder(InstalledDriver installed, List<Path> jars, List<String> brokenJars)
    implements DriverHome {
  private static final String CLASS = ".class";

  static DriverFolder read(Path folder) throws IOException {
    List<Path> jars = jarsIn(folder);
    List<String> broken = new ArrayList<>();
    String name = folder.getFileName().toString();
    InstalledDriver installed = new InstalledDriver(name, "", List.of(), folder.toString());
    boolean described = false;
    for (Path jar : jars) {
      try (JarFile open = new JarFile(jar.toFile())) {
        JarEntry entry = described ? null : open.getJarEntry(InstalledDriver.RESOURCE);
        if (entry != null) {
          installed = InstalledDriver.read(open.getInputStream(entry), name, folder.toString());
          described = true;
        }
      } catch (IOException e) {
        broken.add(jar.getFileName() + " cannot be read: " + FailureLine.of(e));
      }
    }
    return new DriverFolder(installed, jars, broken);
  }

  private static List<Path> jarsIn(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(entry -> entry.toString().endsWith(".jar")).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public boolean holdsClass(String className) {
    return jars.stream().anyMatch(jar -> holds(jar, className));
  }

  @Override
  public Optional<DriverArtifact> artifact(String className) throws IOException {
    Optional<Path> jar = jars.stream().filter(each -> holds(each, className)).findFirst();
    return jar.isEmpty() ? Optional.empty() : Optional.of(DriverArtifact.of(jar.get()));
  }

  /** Looks for the type's name in the classes of the driver's vendor: those of clients are many. */
  @Override
  public boolean uses(Class<?> type, String driverPackage) {
    String[] parts = driverPackage.split("\\.");
    String vendor = parts[0] + "/" + (parts.length > 1 ? parts[1] : "");
    String name = type.getName().replace('.', '/');
    return jars.stream().anyMatch(jar -> refersTo(jar, vendor, name));
  }

  private static boolean refersTo(Path jar, String folder, String name) {
    try (JarFile open = new JarFile(jar.toFile())) {
      for (JarEntry entry : open.stream().toList()) {
        if (entry.getName().startsWith(folder) && entry.getName().endsWith(".class")) {
          byte[] content = open.getInputStream(entry).readAllBytes();
          if (new String(content, StandardCharsets.ISO_8859_1).contains(name)) {
            return true;
          }
        }
      }
      return false;
    } catch (IOException e) {
      return false; // Broken jars are named in contents().
    }
  }

  private static boolean holds(Path jar, String className) {
    try (JarFile open = new JarFile(jar.toFile())) {
      return open.getJarEntry(className.replace('.', '/') + ".class") != null;
    } catch (IOException e) {
      return false; // Broken jars are named in contents().
    }
  }

  @Override
  public Set<String> likelyDriverClasses() {
    Set<String> names = new HashSet<>();
    jars.forEach(jar -> names.addAll(likelyDriverClasses(jar)));
    return names;
  }

  private static Set<String> likelyDriverClasses(Path jar) {
    try (JarFile open = new JarFile(jar.toFile())) {
      return open.stream()
          .map(JarEntry::getName)
          .filter(name -> name.endsWith("BenchmarkDriver" + CLASS))
          .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      return Set.of(); // Broken jars are named in contents().
    }
  }

  @Override
  public Set<String> classesThatUse(String packageName) {
    Set<String> names = new HashSet<>();
    jars.forEach(jar -> names.addAll(classesThatUse(jar, packageName.replace('.', '/') + "/")));
    return names;
  }

  private static Set<String> classesThatUse(Path jar, String folder) {
    Set<String> names = new HashSet<>();
    try (JarFile open = new JarFile(jar.toFile())) {
      for (JarEntry entry : open.stream().toList()) {
        String name = entry.getName();
        if (name.endsWith(CLASS)
            && !name.startsWith("META-INF/")
            && !name.endsWith("-info.class")) {
          byte[] content = open.getInputStream(entry).readAllBytes();
          if (new String(content, StandardCharsets.ISO_8859_1).contains(folder)) {
            names.add(name.substring(0, name.length() - CLASS.length()).replace('/', '.'));
          }
        }
      }
    } catch (IOException e) {
      return Set.of(); // Broken jars are named in contents().
    }
    return names;
  }

  @Override
  public OpenLoader open() throws IOException {
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = urlOf(jars.get(i));
    }
    DriverClassLoader loader = new DriverClassLoader(installed.name(), urls);
    return new OpenLoader(loader, loader, true);
  }

  private static URL urlOf(Path jar) throws MalformedURLException {
    return jar.toUri().toURL();
  }

  @Override
  public String contents() {
    String names =
        jars.isEmpty()
            ? "no jars"
            : String.join(", ", jars.stream().map(jar -> jar.getFileName().toString()).toList());
    return brokenJars.isEmpty() ? names : names + "; " + String.join("; ", brokenJars);
  }

  /** The classes of one driver for one run, over {@link SharedClasses}. */
  static final class DriverClassLoader extends URLClassLoader {
    static {
      registerAsParallelCapable();
    }

    DriverClassLoader(String driverName, URL[] jars) {
      super("driver-" + driverName, jars, SharedClasses.get());
    }
  }
}
