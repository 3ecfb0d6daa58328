/** Endpoints that an upstream OMB coordinator can drive. */
package io.tidemark.http.omb;
