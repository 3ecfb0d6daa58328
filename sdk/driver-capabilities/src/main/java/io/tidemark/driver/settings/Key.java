package io.tidemark.driver.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a key of a file on the record component that holds its value. It is the only
 * declaration: {@link Settings#of(Class)} makes the description of the file from it, and {@link
 * SettingValues#read} the values. Drivers and the framework declare their keys in the same way.
 *
 * <pre>{@code
 * record MyConfiguration(
 *     @Key(value = "Address: host:port.", required = true) String broker,
 *     @Key(value = "Longest wait for an answer.", orElse = "10s", range = "1ms..") Duration timeout,
 *     @Key("TLS.") Tls tls) {
 *
 *   record Tls(
 *       @Key("PEM file with the authorities to trust.") Optional<Path> ca,
 *       @Key(value = "Password of the key store.", secret = true) String keyStorePassword) {}
 * }
 * }</pre>
 *
 * <p>The type of the component is the type of the key:
 *
 * <table>
 * <caption>Types</caption>
 * <tr><td>{@code String}, {@code Path}</td><td>a text</td></tr>
 * <tr><td>an enum</td><td>one of its constants, written {@code like-this}</td></tr>
 * <tr><td>{@code int}, {@code long}</td><td>a whole number, or with {@link #size} a size in bytes</td></tr>
 * <tr><td>{@code double}</td><td>a number or percentage, or with {@link #rate} a rate</td></tr>
 * <tr><td>{@code boolean}</td><td>true or false</td></tr>
 * <tr><td>{@code Duration}</td><td>a time span with its unit</td></tr>
 * <tr><td>{@code List} of texts, numbers, time spans, enums</td><td>a list; a single value is a
 *     list of one</td></tr>
 * <tr><td>{@code List} of a record</td><td>a list of sections</td></tr>
 * <tr><td>{@code List} with {@link #types} that are maps or lists</td><td>what these say; the values
 *     are empty, for code of the file's reader</td></tr>
 * <tr><td>{@code Map<String, Object>}</td><td>a map with keys of the user's choice</td></tr>
 * <tr><td>{@code Map<String, String>}</td><td>Java properties text, or a map of scalars</td></tr>
 * <tr><td>a record</td><td>a section; its components are the keys in it</td></tr>
 * <tr><td>a type with a static method {@code Optional<T> parse(String)}</td><td>a text, or one of
 *     {@link #types}, that this method reads</td></tr>
 * <tr><td>{@code Object}</td><td>what {@link #types} says, as maps, lists and scalars</td></tr>
 * </table>
 *
 * <p>An {@code Optional} of any of these is empty if the key is missing. A component without {@code
 * Key} must be a record: its keys are on the same level as those of its neighbours; or an {@code
 * Optional}, which no file has.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
  /** The description: one sentence for reference pages and schemas. */
  String value();

  /** The key, or the path from here, as {@code tls.ca}; the name of the component if empty. */
  String name() default "";

  /**
   * The default, as a user would write it. Without it a missing number, size or time span is 0, a
   * missing text, list or map is empty, and a missing boolean is false. For an {@code Optional} it
   * only documents what the driver uses if the key is missing.
   */
  String orElse() default "";

  /**
   * The least and the greatest value of a number, size or time span, as a user would write them:
   * {@code 1..100}, {@code 1ms..} without a greatest, {@code ..100s} without a least.
   */
  String range() default "";

  /** The only values of a text; for an enum its constants if empty. */
  String[] allowed() default {};

  /** A regular expression that a text must match; {@link #form} says it in words. */
  String pattern() default "";

  /** What {@link #pattern} permits: {@code letters and digits}. */
  String form() default "";

  /** The forms of the value, if they do not follow from the component; of a list: of an element. */
  Setting.Type[] types() default {};

  /** Words that are allowed in addition to the form: {@code max} for a rate. */
  String[] words() default {};

  /**
   * Earlier names of the key, which still have its meaning: {@code timeoutMillis ms}, with the unit
   * of a plain number, or a name alone. The framework warns of them.
   */
  String[] olderNames() default {};

  /** For a section: the key in it for which a plain value in its place stands. */
  String shorthand() default "";

  /** Whether it is an error if the key is missing. */
  boolean required() default false;

  /** Whether the value (of a list: each element) is masked wherever it appears. */
  boolean secret() default false;

  /** Whether the number is a size such as {@code 64KB}; in bytes. */
  boolean size() default false;

  /** Whether the number is a rate such as {@code 20k/s}; each second. */
  boolean rate() default false;

  /** Whether the words of an enum are written as its constants, as in OMB's files. */
  boolean capitals() default false;

  /** Whether a time span may be a plain number of milliseconds; only for keys of OMB's files. */
  boolean milliseconds() default false;

  /** The meaning of one element of a list, for reference pages. */
  String each() default "";

  /** For a list: whether a single element may stand in its place. */
  boolean single() default false;

  /** The record of each element of a list, if the component's type does not say it. */
  Class<?> element() default void.class;
}
