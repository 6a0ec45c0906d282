-- Video of a testimonial on a permitted host.
ALTER TABLE testimonials ADD COLUMN video_url text;
