/**
 * IBM MQ over JMS 2.0. Everything that speaks JMS is here and runs on any provider;
 * provider-specific code implements {@link io.tidemark.driver.ibmmq.provider.JmsProvider}, in a
 * package each. Only the package {@code mq} uses IBM's classes, which may be absent.
 */
package io.tidemark.driver.ibmmq;
