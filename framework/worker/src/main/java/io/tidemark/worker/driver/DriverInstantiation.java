package io.tidemark.worker.driver;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** Creates a driver object of a class, or reports the reason in one line. */
record DriverInstantiation(String className, DriverHome home) {
  BenchmarkDriver in(ClassLoader loader) throws DriverLoadException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      // Verifies that it is a driver before any code of the class runs.
      Class<?> type = Class.forName(className, false, loader);
      if (!BenchmarkDriver.class.isAssignableFrom(type)) {
        throw problem("is not a driver: it does not implement " + BenchmarkDriver.class.getName());
      }
      return (BenchmarkDriver) type.getConstructor().newInstance();
    } catch (InvocationTargetException e) {
      throw failed("its constructor failed", e.getCause());
    } catch (ClassNotFoundException e) {
      throw problem("is in none of its jars (" + home.contents() + ")");
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw problem("has no public constructor without arguments, or is not public");
    } catch (InstantiationException e) {
      throw problem("is abstract");
    } catch (ExceptionInInitializerError e) {
      throw failed("its static initialiser failed", e.getCause());
    } catch (Exception | Error e) { // A driver's static code may throw anything.
      throw failed("it cannot be loaded", e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private DriverLoadException problem(String what) {
    return new DriverLoadException(subject() + " " + what);
  }

  private DriverLoadException failed(String what, @Nullable Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      String missing = FailureLine.missingClass(t);
      if (missing != null) {
        return new DriverLoadException(
            "%s needs class %s, which is in none of its jars (%s)"
                .formatted(subject(), missing, home.contents()),
            cause);
      }
    }
    if (cause instanceof UnsupportedClassVersionError) {
      return new DriverLoadException(
          subject()
              + " was compiled for a newer Java than this one, "
              + Runtime.version().feature(),
          cause);
    }
    String reason = cause == null ? "no reason given" : FailureLine.of(cause);
    return new DriverLoadException(subject() + ": " + what + ": " + reason, cause);
  }

  private String subject() {
    return "driver " + className + " from " + home.installed().location();
  }
}
