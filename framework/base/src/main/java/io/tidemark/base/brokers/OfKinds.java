package io.tidemark.base.brokers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The kinds of broker that have an option of {@link BrokerOptions}; without it all have it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface OfKinds {
  BrokerKind[] value();
}
