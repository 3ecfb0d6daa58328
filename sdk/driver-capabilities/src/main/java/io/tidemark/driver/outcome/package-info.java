/** Consumers that refuse messages, and the dead-letter destinations of a broker. */
package io.tidemark.driver.outcome;
