package misbehaving;

/** Ends the process when its file is checked, before any run. */
public class ExitsWhenLoaded extends MisbehavingDriver {
  public ExitsWhenLoaded() {
    System.exit(0);
  }
}
