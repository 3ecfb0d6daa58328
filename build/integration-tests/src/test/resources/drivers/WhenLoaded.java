package misbehaving;

/** Drivers that misbehave when their file is checked, before any run. */
public final class WhenLoaded {
  private WhenLoaded() {}

  public static class Exits extends MisbehavingDriver {
    public Exits() {
      System.exit(0);
    }
  }

  public static class Throws extends MisbehavingDriver {
    public Throws() {
      throw new IllegalStateException("misbehaviour in the constructor");
    }
  }

  public static class Blocks extends MisbehavingDriver {
    public Blocks() {
      block();
    }
  }

  public static class FailsToInitialize extends MisbehavingDriver {
    static final int SIZE = Integer.parseInt("no number");
  }
}
