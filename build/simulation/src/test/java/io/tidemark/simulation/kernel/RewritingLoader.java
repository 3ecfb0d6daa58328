package io.tidemark.simulation.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Loads the classes of Tidemark again, rewritten, so that they run in a simulation. Everything else
 * comes from its parent. Static state is separate for each loader.
 */
public final class RewritingLoader extends ClassLoader {
  private static final String SHARED = "io.tidemark.simulation.kernel.";

  /** Rewriting takes longer than a simulation: it is done once for all loaders. */
  private static final Map<String, byte[]> REWRITTEN = new ConcurrentHashMap<>();

  private final Replacements replacements;
  private final String version;

  static {
    registerAsParallelCapable();
  }

  /**
   * @param world names of classes with further {@link Replaces}, which are rewritten themselves
   */
  public RewritingLoader(ClassLoader parent, List<String> world) {
    super("simulation", parent);
    this.version = " with " + world;
    List<String> replacing = new ArrayList<>(world);
    for (Class<?> ofJdk : List.of(JdkThreads.class, JdkLocks.class, JdkValues.class)) {
      replacing.add(ofJdk.getName());
    }
    this.replacements = new Replacements(parent, replacing);
  }

  static boolean isRewritten(String name) {
    return Replacements.ofUs(name.replace('.', '/')) && !name.startsWith(SHARED);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!isRewritten(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] code = REWRITTEN.get(name + version);
    if (code == null) {
      code = rewritten(name, null);
      REWRITTEN.put(name + version, code);
    }
    int end = name.lastIndexOf('.');
    String packageName = name.substring(0, end);
    if (getDefinedPackage(packageName) == null) {
      definePackage(packageName, null, null, null, null, null, null, null);
    }
    return defineClass(name, code, 0, code.length);
  }

  /** The class file of a class, rewritten. */
  byte[] rewritten(String name, BiConsumer<String, String> foreignCalls)
      throws ClassNotFoundException {
    URL file = getParent().getResource(name.replace('.', '/') + ".class");
    if (file == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = file.openStream()) {
      ClassReader original = new ClassReader(in);
      ClassWriter changed = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      original.accept(new Rewriter(changed, replacements, foreignCalls), 0);
      return changed.toByteArray();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
