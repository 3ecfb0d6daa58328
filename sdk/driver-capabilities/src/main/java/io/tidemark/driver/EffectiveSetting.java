package io.tidemark.driver;

import java.util.Objects;

/**
 * A setting of the broker as it is in effect, see {@link BrokerFacts#effectiveConfiguration}.
 *
 * @param scope what it is a setting of: {@link #BROKER}, {@link #TOPIC}, or a word of the driver,
 *     such as {@code queue} or {@code policy}
 * @param subject which one: a node, a topic, a queue
 * @param name as the broker's documentation has it
 * @param value as text; {@link #SECRET} in place of a secret
 * @param origin who set it
 * @param source the broker's word for the origin, with the default if it is known; may be empty
 */
public record EffectiveSetting(
    String scope, String subject, String name, String value, Origin origin, String source) {
  /** Scope of settings of nodes or of the whole cluster. */
  public static final String BROKER = "broker";

  /** Scope of settings of topics. */
  public static final String TOPIC = "topic";

  /** Value of a setting that is a secret. */
  public static final String SECRET = "***";

  /** Who set a value. */
  public enum Origin {
    /** A person or a program: reports show it first. */
    CHANGED,
    /** The broker's own value. */
    DEFAULT,
    /**
     * The value names or locates a node, such as an address or a directory: it differs between
     * nodes, and comparisons of systems leave it out.
     */
    PLACE
  }

  public EffectiveSetting {
    Objects.requireNonNull(scope);
    Objects.requireNonNull(subject);
    Objects.requireNonNull(name);
    Objects.requireNonNull(value);
    Objects.requireNonNull(origin);
    Objects.requireNonNull(source);
  }
}
