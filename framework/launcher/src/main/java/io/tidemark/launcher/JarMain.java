package io.tidemark.launcher;

/**
 * What {@code java -jar} starts. Compiled for Java 8, so that an older Java prints which one is
 * required.
 */
public final class JarMain {
  private static final int OLDEST_JAVA = 17;

  private JarMain() {}

  /** Starts the {@link Launcher} by its name: its class file is for Java 17. */
  public static void main(String[] arguments) throws Exception {
    String java = System.getProperty("java.specification.version");
    if (java.startsWith("1.") || Integer.parseInt(java) < OLDEST_JAVA) {
      System.err.println(
          "tidemark: Java 17 or later is required; this is Java "
              + java
              + " in "
              + System.getProperty("java.home"));
      System.exit(3);
    }
    Class.forName("io.tidemark.launcher.Launcher")
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments);
  }
}
