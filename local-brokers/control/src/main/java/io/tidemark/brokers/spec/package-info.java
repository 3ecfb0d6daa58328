/** What to start: kinds of broker, their versions and options. */
package io.tidemark.brokers.spec;
