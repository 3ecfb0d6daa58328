package io.tidemark.model.worker;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of {@link Worker} that can be called on another host. Client, server and wire form are
 * derived from the method and this annotation. The operation has the method's name, in lower case
 * with hyphens: {@code createTopics} is {@code create-topics}. A last parameter of type {@link
 * java.time.Duration} is the deadline of the call.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Operation {

  /** How it depends on a run. */
  Scope value();

  /**
   * Whether the worker calls the driver although the call has no deadline: the client then waits
   * for the worker's own limit.
   */
  boolean callsDriver() default false;

  /** The stage of the run that begins with it. */
  Stage stage() default Stage.UNCHANGED;

  /** How an operation depends on a run. */
  enum Scope {
    /** Needs no run. */
    HOST,
    /** Begins a run and ends the one before; its first parameter is a {@link RunSetup}. */
    BEGIN,
    /** Belongs to a run; a repetition gets the first answer again. */
    COMMAND,
    /** Belongs to a run; can be repeated. */
    QUESTION,
    /** Ends the run; can be repeated. */
    END
  }

  /** Stages of a run that differ in how long a worker waits for the next call. */
  enum Stage {
    UNCHANGED,
    /** Workers wait for each other: for long. */
    PREPARATION,
    /** Calls follow each other in short intervals. */
    LOAD
  }
}
