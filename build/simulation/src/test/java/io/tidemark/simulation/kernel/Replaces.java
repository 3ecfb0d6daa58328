package io.tidemark.simulation.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A static method that rewritten classes call in place of another one. For an instance method it
 * has the receiver as its first parameter.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Replaces {

  /** Classes that declare the method, or are the static type of calls: {@code java/lang/Thread}. */
  String[] value();

  /**
   * Name of the replaced method; that of this one if it is empty. With the types of its parameters,
   * as in class files, if the replacement cannot have them: {@code begin(Lio/tidemark/Type;)}.
   */
  String name() default "";

  /** Whether the replaced method is static. */
  boolean ofClass() default false;
}
